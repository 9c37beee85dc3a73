import type { Kit, Stop, WalletLink } from '@latchkey/core'
import type { AccountId, WalletListing } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import type {
  AccountChunkWords,
  ActivityWords,
  ConnectWords,
  FeatureWords,
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
import type { SignInScope } from './sign-in-flow.ts'
import type { ToastParameters } from './toast.ts'
import type { SharedWords, WordsOf } from './view-words.ts'

/**
 * The functions of the dialog that a view may call. Each stays the same function for the life of
 * the modal.
 */
export interface ViewModal<W = AccountChunkWords> {
  /** Loads the view's feature, then shows the view. */
  push(route: Route, waiter?: Waiter): void
  replace(route: Route): void
  reset(route: Route): void
  /** Changes the parameters of the present route without leaving the view, for a draft. */
  update(route: Route): void
  /** Goes back one view; on the first entry it closes the dialog. */
  back(): void
  close(): void
  /**
   * Ends the wait that the last `push(route, waiter)` began, and calls its waiter with the outcome.
   */
  settle(outcome: 'success' | 'error' | 'cancel', value?: unknown): void
  /**
   * Shows a toast; the returned function hides it.
   * @param copiedText the text that the toast reports as copied
   */
  toast(toast: ToastParameters, copiedText?: string): () => void
  /**
   * Starts to connect and shows the progress; a second start of the same connector aborts the
   * first.
   */
  connect(connector: string, wallet?: WalletListing, route?: Route): void
  /**
   * Starts to connect over the kit's transport, unless a connect attempt of this dialog is pending
   * or has failed.
   */
  begin(): void
  /**
   * Makes the pairing link ahead of the click, and renews it until the returned function is called.
   */
  prepare(): Stop
  /**
   * The pairing link of the present attempt, else the one made ahead of the click; undefined when
   * neither is valid.
   */
  getUri(): string | undefined
  /**
   * Link that opens a wallet on this device with the pairing; undefined while there is no pairing
   * link, null when the wallet has no app link.
   */
  linkTo(wallet: WalletListing): WalletLink | null | undefined
  /**
   * The features of this dialog. A view uses them to show a part of another feature, and to load a
   * feature before the click that needs it.
   */
  readonly features: Features
  /**
   * The section of the view Connect for login by email or social account; undefined until its code
   * is loaded.
   */
  getLogin(): LoginPart | undefined
  readonly words: W
  readonly options: ModalOptions
}

export type LoginPart = ComponentType<{
  readonly kit: Kit
  readonly modal: ViewModal<ConnectWords>
  /** `ask` calls its callback once the visitor has accepted the owner's terms. */
  readonly consent: { readonly ask: (deed: () => void) => void }
}>

/** Props of a view. `words` exists only when the view's feature has texts of its own. */
export type ViewProps<N extends ViewName = ViewName> = {
  readonly kit: Kit
  readonly modal: ViewModal<WordsOf<N>>
  readonly route: RouteOf<N>
} & (FeatureOf<N> extends keyof FeatureWords
  ? { readonly words: FeatureWords[FeatureOf<N>] }
  : unknown)

export interface View<N extends ViewName = ViewName> {
  /** Heading of the dialog while the view is shown. */
  heading(words: WordsOf<N>, route: RouteOf<N>, kit: Kit): string
  readonly component: ComponentType<ViewProps<N>>
  /**
   * Whether the view asks a wallet or starts a login: then it is never shown before the owner's
   * terms are accepted.
   */
  readonly isWayIn?: true
  /**
   * Returns why the dialog may not be closed now; undefined when it may. Going back is always
   * allowed. `leftRoute` is given only when the visitor tries to close the dialog: the guard then
   * starts what must be done before it closes, such as disconnecting.
   */
  guard?(words: WordsOf<N>, kit: Kit, options: ModalOptions, leftRoute?: Route): string | undefined
  /**
   * Element left of the dialog's heading on the first view of the history; later views have the
   * Back button there.
   */
  readonly corner?: {
    readonly path: string
    label(words: WordsOf<N>): string
    readonly route: Route
  }
}

/** The views of a feature. */
export type Views<F extends FeatureName> = { readonly [N in ViewNameOf<F>]: View<N> }

/** What a feature consists of besides its views. */
type FeatureExtras<F extends FeatureName> = (F extends keyof SharedWords
  ? { readonly sharedWords: SharedWords[F] }
  : unknown) &
  (F extends keyof FeatureWords ? { readonly words: FeatureWords[F] } : unknown) &
  (F extends keyof FeatureScopes
    ? {
        /** Called once per modal, when the feature is loaded. */
        start(dialog: DialogContext): FeatureScopes[F]
      }
    : unknown) &
  (F extends keyof FeatureParts ? { readonly parts: FeatureParts[F] } : unknown) &
  (F extends 'account' ? { readonly later: LaterFeatures } : unknown)

/**
 * One feature of the dialog: its views with their texts and style sheet, and the code that starts
 * with it.
 */
export type Feature<F extends FeatureName> = {
  readonly views: Views<F>
  /** Style sheet added beside the dialog's own. */
  readonly css?: string
} & FeatureExtras<F>

/**
 * The features that are loaded after the feature `account`: which of them draws each view, and how
 * each is loaded.
 */
export interface LaterFeatures {
  readonly featureOf: { readonly [N in ViewNameOf<'account' | AccountFeatureName>]: FeatureOf<N> }
  readonly load: {
    readonly [F in AccountFeatureName]: () => Promise<{ readonly feature: Feature<F> }>
  }
}

/** Any feature, in the form that the dialog handles. */
export interface AnyFeature {
  readonly views: Readonly<Record<string, unknown>>
  readonly sharedWords?: object
  readonly css?: string
  readonly later?: LaterFeatures
  start?(dialog: DialogContext): { stop(): void }
}

/** A feature that is loaded and started. */
export type LoadedFeature<F extends FeatureName> = Feature<F> & {
  readonly scope: F extends keyof FeatureScopes ? FeatureScopes[F] : undefined
}

/** Access to the features of one modal, which are loaded when needed. */
export interface Features {
  /** Returns a feature; undefined until it is loaded. */
  get<F extends LateFeatureName>(name: F): LoadedFeature<F> | undefined
  /** Loads a feature; after a failure it may be called again. */
  load<F extends LateFeatureName>(name: F): Promise<LoadedFeature<F>>
  /** Loads the feature that draws a view, and every feature before it. */
  loadView(view: ViewName): Promise<unknown>
}

/** The components that one feature provides to the views of another feature. */
export interface FeatureParts {
  readonly activity: {
    /** The newest transactions of the account. */
    readonly Latest: ComponentType<{
      readonly kit: Kit
      readonly modal: ViewModal
      readonly account: AccountId
      readonly words: ActivityWords
    }>
  }
  readonly 'smart-account': {
    /** Shows which contract controls an externally owned account (EIP-7702). */
    readonly DelegationNote: ComponentType<{
      readonly kit: Kit
      readonly modal: ViewModal
      readonly account: AccountId
      readonly network: string
      readonly words: UpgradeWords['delegation']
    }>
  }
}

/** The part of the dialog that analytics watches. */
export interface WatchedDialog {
  readonly modal: Pick<ViewModal, 'toast'>
  readonly getState: () => { readonly router: RouterState }
  readonly subscribe: (listener: () => void) => Stop
}

/** The part of the dialog that is passed to a feature when it starts. */
export interface DialogContext {
  readonly kit: Kit
  readonly modal: ViewModal
  readonly getState: () => { readonly router: RouterState }
  /** Calls the listener after every change of the dialog's state. */
  readonly subscribe: (listener: () => void) => Stop
  /** Opens the dialog. */
  readonly open: (route: Route) => unknown
  /** Draws the dialog again, for example because the pairing link was made or has expired. */
  readonly refresh: () => void
  /** The wallet that the visitor last chose to connect. */
  readonly getChosen: () => WalletListing | undefined
}

/** What each started feature provides to the dialog while the feature runs. */
export interface FeatureScopes {
  readonly wallets: WalletsScope
  readonly login: LoginScope
  readonly 'email-capture': CaptureScope
  readonly 'sign-in': SignInScope
  readonly account: AccountScope
  readonly profile: ProfileScope
  readonly pay: PayScope
}

/** Provides the pairing link that is made before the visitor chooses a wallet. */
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
   * Asks a visitor who has just connected for the data that the owner wants; calls `goOn`
   * afterwards, or at once when nothing is asked.
   */
  ask(connector: string, goOn: () => void): void
  stop(): void
}

export interface ProfileScope {
  /**
   * Goes back to the list of the visitor's wallets and shows a toast. Returns false, and does
   * nothing, when the visitor did not come from that list.
   */
  comeBack(): boolean
  stop(): void
}

export interface PayScope {
  /**
   * Opens a view in which the visitor gets the money for a payment. When the visitor is done there,
   * the dialog goes back to the payment.
   */
  visit(payment: RouteOf<'Pay'>, route: Route): void
  stop(): void
}

export interface AccountScope {
  /** Component that wraps every view of an account. */
  readonly Provider: ComponentType<{ readonly children: React.ReactNode }>
  /** Ends a wallet's connection first on this page, then in the wallet. Never rejects. */
  disconnect(connector: string): Promise<void>
  stop(): void
}
