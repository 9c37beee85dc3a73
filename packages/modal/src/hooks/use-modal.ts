import { type AccountView, disconnect } from '@latchkey/core'
import { useMemo } from 'react'
import type { Modal, ModalState } from '../contract/modal.ts'
import { useModalState } from '../page/use-modal-state.ts'
import { switchChain } from '../switch-chain.ts'

export declare namespace useModal {
  type ReturnType = Pick<
    Modal,
    'open' | 'close' | 'connect' | 'preload' | 'toast' | 'setTheme' | 'setOptions'
  > & {
    /** Whether the dialog is open, and which view it shows. */
    readonly state: ModalState
    /**
     * Ends every session, or only those of one wallet or chain family, without asking the visitor.
     */
    readonly disconnect: (parameters?: disconnect.Parameters) => Promise<void>
    /** Switches the wallet to a network; the dialog asks the visitor first. */
    readonly switchChain: (parameters: switchChain.Parameters) => Promise<AccountView>
  }
}

/**
 * The dialog's state and everything that a page may do with it. The functions stay the same as long
 * as the modal does, and need no `bind`.
 *
 * @example
 * ```tsx
 * import { useModal } from '@latchkey/modal'
 *
 * function SwapButton() {
 *   const { open, state } = useModal(modal)
 *   return (
 *     <button disabled={state.loading} onClick={() => open({ view: { view: 'Swap', amount: '1' } })}>
 *       Swap
 *     </button>
 *   )
 * }
 * ```
 */
export function useModal(modal: Modal): useModal.ReturnType {
  const state = useModalState(modal)
  const controls = useMemo(() => {
    const { open, close, connect, preload, toast, setTheme, setOptions } = modal
    return {
      open,
      close,
      connect,
      preload,
      toast,
      setTheme,
      setOptions,
      disconnect: (parameters: disconnect.Parameters = {}) => disconnect(modal.kit, parameters),
      switchChain: (parameters: switchChain.Parameters) => switchChain(modal, parameters),
    }
  }, [modal])
  return useMemo(() => ({ ...controls, state }), [controls, state])
}
