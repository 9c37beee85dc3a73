import type { Entry, RouterState } from '../router.ts'
import type { Toast } from './toast.ts'

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
  readonly isDark: boolean
}
