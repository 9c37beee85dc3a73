import type { Entry, RouterState } from '../contract/router.ts'
import type { Toast } from '../contract/toast.ts'

/** Everything that the dialog draws; replaced, never mutated. */
export interface DialogState {
  readonly router: RouterState
  /** The history entry on top, or, while the dialog closes, the one that was last on top. */
  readonly entry: Entry
  readonly toast: Toast | null
  /**
   * Text that the dialog shows: why it does not close (while it shakes), or why a view could not be
   * loaded.
   */
  readonly refusal: string | null
  /** Retries the loading that failed. */
  readonly again?: (() => void) | undefined
  /** Whether the code of the requested view is being loaded. */
  readonly isLoading: boolean
  readonly isDark: boolean
}
