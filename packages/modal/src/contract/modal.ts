import type { Kit, Stop } from '@latchkey/core'
import type { DialogEvent } from './modal-event.ts'
import type { ModalOptions } from './options.ts'
import type { Route, RouteOf, ViewName } from './route.ts'
import type { Theme } from './theme.ts'
import type { ToastParameters } from './toast.ts'

export interface ModalState {
  readonly open: boolean
  /** True from the call of `open` until the dialog is closed. */
  readonly loading: boolean
  /** The view on top of the open dialog; `Connect` while the dialog is closed. */
  readonly view: ViewName
  /** Whether loading the dialog's code failed; the next `open` tries again. */
  readonly isLoadFailed: boolean
}

/** Views that need no parameters, by name. */
export type PlainViewName = {
  [N in ViewName]: { readonly view: N } extends RouteOf<N> ? N : never
}[ViewName]

export interface OpenParameters {
  /** The view to show first; default: Account when an account is connected, else Connect. */
  readonly view?: PlainViewName | Route
  /** Element that gets the focus back and sets the text direction; default the focused element. */
  readonly opener?: HTMLElement | null
}

export interface ConnectParameters {
  /** Id of the connector of the wallet to ask; default: the visitor chooses a wallet. */
  readonly connector?: string
}

/** The dialog of one kit. Nothing is loaded or drawn on a server. */
export interface Modal {
  readonly kit: Kit
  /**
   * Resolves to true when the dialog is open; to false when its code could not be loaded, or
   * `close` was called first.
   */
  open(parameters?: OpenParameters): Promise<boolean>
  close(): void
  /**
   * Opens Connect, or asks the given wallet at once, and resolves once a wallet is connected. Where
   * the visitor must accept the owner's terms first, the wallet is asked after that.
   * @throws `modal-closed`
   */
  connect(parameters?: ConnectParameters): Promise<void>
  /** Loads the dialog's code; call it when the visitor is likely to open the dialog. */
  preload(): void
  /**
   * Shows a toast, in the dialog if it is open, else on the page; the returned function hides it.
   */
  toast(toast: ToastParameters): Stop
  getState(): ModalState
  /**
   * Calls a listener after every change of the state, and for each event that only the dialog's own
   * code can know of, with that event as the argument. `watchModal` reports more events, each by
   * its name.
   */
  subscribe(listener: (event?: DialogEvent) => void): Stop
  getOptions(): ModalOptions
  setOptions(options: Partial<ModalOptions>): void
  /** Changes the given parts of the theme at once and keeps the others. */
  setTheme(theme: Theme): void
  /** Removes everything that the modal has added to the page. */
  destroy(): void
}
