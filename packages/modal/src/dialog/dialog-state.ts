import type { Entry, RouterState } from '../contract/router.ts'
import type { Toast } from '../contract/toast.ts'

/** Everything the dialog draws from; replaced, never changed. */
export interface DialogState {
  readonly router: RouterState
  /** On top, or while the dialog leaves the screen: what was. */
  readonly entry: Entry
  readonly toast: Toast | null
  /** Why the dialog would not close, while it shakes; or why it would not go on, until it does. */
  readonly refusal: string | null
  /** Tries what has not come once more. */
  readonly again?: (() => void) | undefined
  /** The code of the view that was asked for is on its way. */
  readonly isLoading: boolean
  readonly isDark: boolean
}
