import type { ModalState } from '../contract/modal.ts'

/** The modal's state before its first opening, and on a server. */
export const closedState: ModalState = {
  open: false,
  loading: false,
  view: 'Connect',
  isLoadFailed: false,
}
