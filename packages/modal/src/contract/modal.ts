import type { Kit, Stop } from '@latchkey/core'
import type { ModalOptions } from './options.ts'
import type { Route, ViewName } from './route.ts'
import type { Theme } from './theme.ts'
import type { ToastParameters } from './toast.ts'

export interface ModalState {
  readonly open: boolean
  /** From the wish to open until closed. */
  readonly loading: boolean
  /** On top now, or where it would open; `Connect` while closed. */
  readonly view: ViewName
  /** The dialog's code did not come; the next `open` tries again. */
  readonly isLoadFailed: boolean
}

/** Views that need no parameters, by name. */
export type PlainViewName = Exclude<
  ViewName,
  | 'ConnectFamily'
  | 'ConnectingExternal'
  | 'ConnectingFarcaster'
  | 'ConnectingMultiChain'
  | 'ConnectingSocial'
  | 'ConnectingWalletConnect'
  | 'DataCapture'
  | 'DataCaptureOtpConfirm'
  | 'Downloads'
  | 'EmailRecover'
  | 'EmailVerifyDevice'
  | 'EmailVerifyOtp'
  | 'SwitchNetwork'
  | 'SwitchActiveChain'
  | 'SendReview'
  | 'SendStatus'
  | 'SwapToken'
  | 'SwapReview'
  | 'SwapStatus'
  | 'Transaction'
  | 'OnRampTokenSelect'
  | 'OnRampFiatSelect'
  | 'BuyInProgress'
  | 'RegisterName'
  | 'RegisterNameSuccess'
>

export interface OpenParameters {
  /** Default: Account where an account is connected, else Connect. */
  readonly view?: PlainViewName | Route
  /** Gets the focus back and gives the direction of writing; default the focused element. */
  readonly opener?: HTMLElement | null
}

/** The dialog of one kit. Nothing is loaded or drawn on a server. */
export interface Modal {
  readonly kit: Kit
  /**
   * Resolves when the dialog stands; false when its code could not be loaded, or `close` came
   * first.
   */
  open(parameters?: OpenParameters): Promise<boolean>
  close(): void
  /**
   * Opens Connect and resolves once a wallet is connected.
   * @throws `modal-closed`
   */
  connect(): Promise<void>
  /** Loads the dialog's code: on intent. */
  preload(): void
  /** Shows a toast, in the dialog if it is open, else on the page; the answer hides it. */
  toast(toast: ToastParameters): Stop
  getState(): ModalState
  subscribe(listener: () => void): Stop
  getOptions(): ModalOptions
  setOptions(options: Partial<ModalOptions>): void
  /** Changes what is given and keeps the rest, live. */
  setTheme(theme: Theme): void
  /** Takes everything off the page. */
  destroy(): void
}
