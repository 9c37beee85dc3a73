import {
  type AccountView,
  type ChainIdOf,
  switchChain as change,
  getAccount,
  type RegisteredKit,
  selectNamespace,
} from '@latchkey/core'
import { LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { Modal } from './contract/modal.ts'

/**
 * Switches to a chain with the dialog, which names the chain and waits for the visitor's "Switch",
 * then for the wallet. When no account of the chain's family is connected, or the wallet is on that
 * chain already, no dialog is shown. The action of the same name in `@latchkey/core` shows no
 * dialog.
 * @throws `modal-closed` when the visitor closes the dialog | `chain-unsupported`
 */
export async function switchChain(
  modal: Modal,
  { chain, ignoreConfirmation = false }: switchChain.Parameters,
): Promise<AccountView> {
  const { kit } = modal
  const namespace = namespaceOf(chain)
  const isConfiguredChain = kit.chains.some(({ id }) => id === chain)
  const { account, chain: currentChain } = getAccount(kit, { namespace })
  if (!isConfiguredChain || account === undefined || currentChain === chain)
    return change(kit, { chain })
  selectNamespace(kit, { namespace })
  const switchRoute = {
    view: 'SwitchNetwork',
    chain,
    ...(ignoreConfirmation && { start: true }),
  } as const
  if (!(await modal.open({ view: switchRoute }))) throw new LatchkeyError('modal-closed')
  await new Promise<void>((resolve) => {
    const checkClosed = (): void => {
      if (modal.getState().open) return
      unsubscribe()
      // The dialog may close while the kit handles an event, so this waits until that is done.
      queueMicrotask(resolve)
    }
    const unsubscribe = modal.subscribe(checkClosed)
    checkClosed()
  })
  const newAccount = getAccount(kit, { namespace })
  if (newAccount.chain !== chain) throw new LatchkeyError('modal-closed')
  return newAccount
}

export declare namespace switchChain {
  type Parameters = {
    /** CAIP-2 id of the chain to switch to, which must be one of the kit's chains. */
    readonly chain: ChainIdOf<RegisteredKit>
    /**
     * Skips the dialog's question. The wallet is asked at once; a wallet of a login by email or
     * social account switches at once without asking.
     */
    readonly ignoreConfirmation?: boolean | undefined
  }
}
