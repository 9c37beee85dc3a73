import type { Kit, Stop } from '@latchkey/core'
import type { AccountId, WalletListing } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import type { WalletLink } from '../shared/wallet-link.ts'
import type {
  AccountChunkWords,
  AccountWords,
  ActivityWords,
  BuyWords,
  ConnectWords,
  ErrorWords,
  FurtherChunkWords,
  FurtherWords,
  LoginChunkWords,
  LoginWords,
  NamesWords,
  SwapWords,
  UpgradeWords,
} from '../words/words.ts'
import type {
  AccountFeatureName,
  FeatureName,
  FeatureOf,
  LateFeatureName,
  ViewNameOf,
} from './feature-names.ts'
import type { ModalOptions } from './options.ts'
import type { Route, RouteOf, ViewName } from './route.ts'
import type { RouterState, Waiter } from './router.ts'
import type { ToastParameters } from './toast.ts'

/** Words that a feature joins to those of the dialog. */
interface SharedWords {
  readonly wallets: FurtherWords
  readonly login: LoginWords
  readonly account: AccountWords & { readonly errors: ErrorWords }
}

/** Words that a feature hands to its own views alone. */
interface OwnWords {
  readonly activity: ActivityWords
  readonly swap: SwapWords
  readonly buy: BuyWords
  readonly names: NamesWords
  readonly 'smart-account': UpgradeWords
}

/** Words of the dialog that a view may use: its own feature and those before it have joined them. */
export type WordsOf<N extends ViewName> =
  FeatureOf<N> extends 'connect'
    ? ConnectWords
    : FeatureOf<N> extends 'wallets'
      ? FurtherChunkWords
      : FeatureOf<N> extends 'login' | 'email-capture'
        ? LoginChunkWords
        : AccountChunkWords

/** What a view may do. Every function is stable for the life of the modal. */
export interface ViewModal<W = AccountChunkWords> {
  /** Loads the view's feature first, then goes there. */
  push(route: Route, waiter?: Waiter): void
  replace(route: Route): void
  reset(route: Route): void
  /** Changes what the present route says without leaving the view: a draft. */
  update(route: Route): void
  /** From the last entry: closes. */
  back(): void
  close(): void
  /** Ends the innermost wait begun by `push(route, waiter)`. */
  settle(outcome: 'success' | 'error' | 'cancel', value?: unknown): void
  /** Shows a toast; the answer hides it. */
  toast(toast: ToastParameters): () => void
  /**
   * Starts connecting and shows how it goes; a second start of the same connector ends the first.
   */
  connect(connector: string, wallet?: WalletListing, route?: Route): void
  /**
   * Starts connecting over the transport, unless an attempt of this dialog is under way or has
   * failed.
   */
  begin(): void
  /**
   * On intent: makes the link that wallets elsewhere are reached by, and keeps it fresh until
   * stopped.
   */
  prepare(): Stop
  /**
   * The pairing link of the present attempt, else the one made on intent; none while there is none
   * that would work.
   */
  getUri(): string | undefined
  /**
   * Opens that wallet on this device with that link; undefined while there is no link, null where
   * it has no way in.
   */
  linkTo(wallet: WalletListing): WalletLink | null | undefined
  /** The features of this dialog: what one of them shows of another, and what is loaded on intent. */
  readonly features: Features
  /** Draws on Connect how to sign in by email or social account, once its code has come. */
  getLogin(): LoginPart | undefined
  readonly words: W
  readonly options: ModalOptions
}

export type LoginPart = ComponentType<{
  readonly kit: Kit
  readonly modal: ViewModal<ConnectWords>
  /** `ask` runs the deed once the owner's terms are accepted. */
  readonly consent: { readonly ask: (deed: () => void) => void }
}>

/** What a view is drawn with; `words` where its feature keeps some for itself. */
export type ViewProps<N extends ViewName = ViewName> = {
  readonly kit: Kit
  readonly modal: ViewModal<WordsOf<N>>
  readonly route: RouteOf<N>
} & (FeatureOf<N> extends keyof OwnWords ? { readonly words: OwnWords[FeatureOf<N>] } : unknown)

export interface View<N extends ViewName = ViewName> {
  /** Name of the dialog while the view is shown. */
  heading(words: WordsOf<N>, route: RouteOf<N>, kit: Kit): string
  readonly component: ComponentType<ViewProps<N>>
  /**
   * A wallet is asked, or a sign-in begun, from here: never before the owner's terms are accepted.
   */
  readonly isWayIn?: true
  /**
   * Why the dialog may not be closed now; undefined means it may. Back works in any case. `left`
   * where the visitor closes it this very moment: what has to be done first is done then.
   */
  guard?(words: WordsOf<N>, kit: Kit, options: ModalOptions, left?: Route): string | undefined
  /** What stands left of the heading on the first entry, where later ones have Back. */
  readonly corner?: {
    readonly path: string
    label(words: WordsOf<N>): string
    readonly route: Route
  }
}

/** The views of a feature. */
export type Views<F extends FeatureName> = { readonly [N in ViewNameOf<F>]: View<N> }

/** What a feature brings beside its views. */
type Brings<F extends FeatureName> = (F extends keyof SharedWords
  ? { readonly sharedWords: SharedWords[F] }
  : unknown) &
  (F extends keyof OwnWords ? { readonly words: OwnWords[F] } : unknown) &
  (F extends keyof FeatureScopes
    ? {
        /** Called once per modal, when the feature has come. */
        start(dialog: DialogContext): FeatureScopes[F]
      }
    : unknown) &
  (F extends keyof FeatureParts ? { readonly parts: FeatureParts[F] } : unknown) &
  (F extends 'account' ? { readonly later: LaterFeatures } : unknown)

/** What a visitor can do: its views, with their words, their sheet, and what begins with them. */
export type Feature<F extends FeatureName> = {
  readonly views: Views<F>
  /** Adopted beside the dialog's own sheets. */
  readonly css?: string
} & Brings<F>

/** The features that come after the account: which draws a view of it, and how each is loaded. */
export interface LaterFeatures {
  readonly featureOf: { readonly [N in ViewNameOf<'account' | AccountFeatureName>]: FeatureOf<N> }
  readonly load: {
    readonly [F in AccountFeatureName]: () => Promise<{ readonly feature: Feature<F> }>
  }
}

/** Any feature, as far as the dialog treats all alike. */
export interface AnyFeature {
  readonly views: Readonly<Record<string, unknown>>
  readonly sharedWords?: object
  readonly css?: string
  readonly later?: LaterFeatures
  start?(dialog: DialogContext): { stop(): void }
}

/** A feature that has come and begun. */
export type LoadedFeature<F extends FeatureName> = Feature<F> & {
  readonly scope: F extends keyof FeatureScopes ? FeatureScopes[F] : undefined
}

/** The features of one modal. */
export interface Features {
  /** What has come. */
  get<F extends LateFeatureName>(name: F): LoadedFeature<F> | undefined
  /** A load that failed may be asked for again. */
  load<F extends LateFeatureName>(name: F): Promise<LoadedFeature<F>>
  /** The feature that draws a view, and every one before it. */
  loadView(view: ViewName): Promise<unknown>
}

/** Parts of a feature that another one's views show. */
export interface FeatureParts {
  readonly activity: {
    /** What the account did last. */
    readonly Latest: ComponentType<{
      readonly kit: Kit
      readonly modal: ViewModal
      readonly account: AccountId
      readonly words: ActivityWords
    }>
  }
  readonly 'smart-account': {
    /** Which contract commands the key's own account. */
    readonly DelegationNote: ComponentType<{
      readonly kit: Kit
      readonly modal: ViewModal
      readonly account: AccountId
      readonly network: string
      readonly words: UpgradeWords['delegation']
    }>
  }
}

/** What of the dialog those see who only watch it. */
export interface WatchedDialog {
  readonly modal: Pick<ViewModal, 'toast'>
  readonly getState: () => { readonly router: RouterState }
  readonly subscribe: (listener: () => void) => Stop
}

/** What of the dialog a feature begins with. */
export interface DialogContext {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly getState: () => { readonly router: RouterState }
  /** Opens the dialog. */
  readonly open: (route: Route) => unknown
  /** Draws anew: the link has come, or expired. */
  readonly refresh: () => void
  /** The wallet last chosen to be reached. */
  readonly getChosen: () => WalletListing | undefined
}

/** What a feature does for the dialog from its coming on, until it is stopped. */
export interface FeatureScopes {
  readonly wallets: WalletsScope
  readonly login: LoginScope
  readonly 'email-capture': CaptureScope
  readonly account: AccountScope
}

/** The pairing made on intent. */
export interface WalletsScope extends Pick<ViewModal, 'getUri' | 'linkTo'> {
  hold(): Stop
  stop(): void
}

export interface LoginScope {
  readonly Login: LoginPart
  stop(): void
}

export interface CaptureScope {
  /**
   * Asks whoever has just connected for what the owner wants to know; `goOn` is what comes after,
   * at once where nothing is asked.
   */
  ask(connector: string, goOn: () => void): void
  stop(): void
}

export interface AccountScope {
  /** Stands around every view of an account. */
  readonly Provider: ComponentType<{ readonly children: React.ReactNode }>
  /** Ends a connection here, then in the wallet. Never rejects. */
  disconnect(connector: string): Promise<void>
  stop(): void
}
