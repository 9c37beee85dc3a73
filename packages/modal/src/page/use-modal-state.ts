import { useSyncExternalStore } from 'react'
import type { Modal, ModalState } from '../contract/modal.ts'
import { closedState } from './closed-state.ts'

export function useModalState(modal: Modal): ModalState {
  return useSyncExternalStore(modal.subscribe, modal.getState, () => closedState)
}
