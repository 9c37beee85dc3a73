import { useSyncExternalStore } from 'react'
import type { Modal, ModalState } from '../contract/modal.ts'

const serverState: ModalState = {
  open: false,
  loading: false,
  view: 'Connect',
  isLoadFailed: false,
}

export function useModalState(modal: Modal): ModalState {
  return useSyncExternalStore(modal.subscribe, modal.getState, () => serverState)
}
