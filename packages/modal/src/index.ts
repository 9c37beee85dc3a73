'use client'

export type {
  ConnectParameters,
  Modal,
  ModalState,
  OpenParameters,
  PlainViewName,
} from './contract/modal.ts'
export type {
  DialogEvent,
  ModalEvent,
  ModalEventOf,
  ModalEventType,
  ModalListeners,
} from './contract/modal-event.ts'
export type { ModalOptions } from './contract/options.ts'
export type { Route, ViewName } from './contract/route.ts'
export type { Theme, ThemeMode, ThemeVariables } from './contract/theme.ts'
export type { ToastParameters, ToastVariant } from './contract/toast.ts'
export { createModal } from './create-modal.ts'
export { watchModal } from './events/watch-modal.ts'
export { useModal } from './hooks/use-modal.ts'
export { useModalEvents } from './hooks/use-modal-events.ts'
export { ConnectButton } from './page/ConnectButton.tsx'
export { NetworkButton } from './page/NetworkButton.tsx'
export { switchChain } from './switch-chain.ts'
