import type { Kit } from '@latchkey/core'
import type { Modal } from '@latchkey/modal'
import { LatchkeyError } from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import { takeAnswered } from '@latchkey/wbip/together'
import { remoteId } from '../remote/remote-id.ts'
import type { RemoteWallet } from '../remote/remote-wallet.ts'
import type { OpenKitParameters } from './open-kit.ts'

/** A chosen wallet, with the addresses of all chain families that it shared in one prompt. */
export interface ChosenKit {
  /** Path of the wallet's object on `window`, or `WalletConnectProvider`. */
  readonly id: string
  readonly addresses: readonly WalletAddress[]
  /** The remote wallet, when the chosen wallet is on another device. */
  readonly remote?: RemoteWallet
}
/**
 * Shows the dialog; resolves when a wallet has answered its addresses, throws `modal-closed` when
 * the dialog was closed.
 */
export type ChooseWallet = (parameters: OpenKitParameters) => Promise<ChosenKit>

/** Shows the dialog of `@latchkey/modal` with wallets for Stacks; its code is loaded on use. */
export const chooseByModal: ChooseWallet = async (parameters) => {
  const [{ createModal }] = await Promise.all([import('@latchkey/modal'), import('./open-kit.ts')])
  return chooseInKit(parameters, async (kit) => {
    const modal = createModal(kit, { prefetch: false })
    try {
      await connectFamily(modal)
    } finally {
      modal.close()
      modal.destroy()
    }
  })
}

/** Shows the wallets of Stacks, and resolves once one is connected. */
async function connectFamily(modal: Modal): Promise<void> {
  if (!(await modal.open({ view: { view: 'ConnectFamily', namespace: 'stacks' } })))
    throw new LatchkeyError('modal-closed')
  await new Promise<void>((resolve) => {
    const checkClosed = (): void => {
      if (modal.getState().open) return
      unsubscribe()
      // The event that closes the dialog may also connect, so the state is checked only after it.
      queueMicrotask(resolve)
    }
    const unsubscribe = modal.subscribe(checkClosed)
    checkClosed()
  })
  const isConnected = Object.values(modal.kit.getState().connections).some(
    ({ status }) => status === 'connected',
  )
  if (!isConnected) throw new LatchkeyError('modal-closed')
}

/** Opens a kit and lets `show` connect one of its wallets, with any dialog. */
export async function chooseInKit(
  parameters: OpenKitParameters,
  show: (kit: Kit) => Promise<unknown>,
): Promise<ChosenKit> {
  const { openKit } = await import('./open-kit.ts')
  const openedKit = await openKit(parameters)
  const { kit, told, stop } = openedKit
  const chosenRemote: { remote?: RemoteWallet } = {}
  try {
    await show(kit)
    const { connectors, connections } = kit.getState()
    const connector = Object.values(connectors).find(
      ({ id }) => connections[id]?.status === 'connected',
    )
    if (!connector)
      throw new LatchkeyError('wallet-unknown', { reason: 'the wallet that was chosen is gone' })
    const [id] = connector.wallet.keys
    if (id !== undefined) return { id, addresses: takeAnswered(told.answers.get(id) ?? {}) }
    const remote = (await import('../remote/remote-wallet.ts')).remoteWallet(openedKit)
    const addresses = remote.addresses()
    chosenRemote.remote = remote
    return { id: remoteId, addresses, remote }
  } finally {
    // The kit of a remote wallet must run as long as the wallet is chosen.
    if (!chosenRemote.remote) stop()
  }
}
