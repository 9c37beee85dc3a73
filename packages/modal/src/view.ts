import type { Kit, Stop } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import type { ModalOptions } from './options.ts'
import type { WalletLink } from './pairing/wallet-link.ts'
import type {
  AccountViewName,
  ConnectViewName,
  FurtherViewName,
  LoginViewName,
  Route,
  RouteOf,
  ViewName,
} from './route.ts'
import type { RouterState, Waiter } from './router.ts'
import type { ToastParameters } from './shell/toast.ts'
import type {
  AccountChunkWords,
  AccountWords,
  ConnectWords,
  ErrorWords,
  FurtherChunkWords,
  FurtherWords,
  LoginChunkWords,
  LoginWords,
} from './words/words.ts'

/** Words a view may use: those of its own chunk and of the dialog. */
export type WordsOf<N extends ViewName> = N extends ConnectViewName
  ? ConnectWords
  : N extends FurtherViewName
    ? FurtherChunkWords
    : N extends LoginViewName
      ? LoginChunkWords
      : AccountChunkWords

/** What a view may do. Every function is stable for the life of the modal. */
export interface ViewModal<W = AccountChunkWords> {
  /** Loads the chunk of the view first, then goes there. */
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

export interface ViewProps<N extends ViewName = ViewName> {
  readonly kit: Kit
  readonly modal: ViewModal<WordsOf<N>>
  readonly route: RouteOf<N>
}

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

export type FurtherViews = { readonly [N in FurtherViewName]: View<N> }
export type LoginViews = { readonly [N in LoginViewName]: View<N> }
export type ConnectViews = { readonly [N in ConnectViewName]: View<N> }
export type AccountViews = { readonly [N in AccountViewName]: View<N> }

/** What the further chunk brings. */
export interface FurtherChunk {
  readonly views: FurtherViews & Partial<LoginViews>
  readonly words: FurtherWords & Partial<LoginWords>
  readonly css: string
  /** Called once per modal, when the chunk has come. */
  start(
    kit: Kit,
    parameters: {
      /** Draws anew: the link has come, or expired. */
      readonly refresh: () => void
      /** The wallet last chosen to be reached. */
      readonly getChosen: () => WalletListing | undefined
      readonly modal: ViewModal
      readonly getState: () => { readonly router: RouterState }
      /** Opens the dialog. */
      readonly open: (route: Route) => unknown
      readonly loadAccount: () => Promise<{ readonly scope: AccountScope }>
    },
  ): FurtherScope
}

/** The pairing made on intent. */
export interface FurtherScope extends Pick<ViewModal, 'getUri' | 'linkTo'> {
  readonly Login?: LoginPart
  /**
   * Asks whoever has just connected for what the owner wants to know; `goOn` is what comes after,
   * at once where nothing is asked.
   */
  ask?(connector: string, goOn: () => void): void
  hold(): Stop
  stop(): void
}

/** What the account chunk brings. */
export interface AccountChunk {
  readonly views: AccountViews
  readonly words: AccountWords & { readonly errors: ErrorWords }
  /** Sheet text of its views, adopted beside the dialog's. */
  readonly css?: string
  /**
   * Called once per modal, when the chunk has come; the provider stands around every account view.
   * `adopt` takes the sheets of what comes later.
   */
  start(
    kit: Kit,
    options: ModalOptions,
    adopt: (css: string) => void,
    dialog: DialogParts,
  ): AccountScope
}

interface DialogParts {
  readonly modal: Pick<ViewModal, 'replace' | 'update' | 'toast' | 'words' | 'options'>
  readonly getState: () => { readonly router: RouterState }
  /** Opens the dialog. */
  readonly open: (route: Route) => unknown
}

export interface AccountScope {
  readonly Provider: ComponentType<{ readonly children: React.ReactNode }>
  /** Ends a connection here, then in the wallet. Never rejects. */
  disconnect(connector: string): Promise<void>
  stop(): void
}
