import type { ModalState } from '../contract/modal.ts'

/** The state before the first opening, and on a server. */
export const closedState: ModalState = {
  open: false,
  loading: false,
  view: 'Connect',
  isLoadFailed: false,
}
