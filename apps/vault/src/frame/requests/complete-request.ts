import type { WalletRecord } from '../../store/record.ts'
import type { SmartAccount } from '../smart/account.ts'
import type { CallNode } from './call-node.ts'
import type { PageRequest } from './page-request.ts'
import { publicKeyOf } from './public-key.ts'

/**
 * Fills in the fields of a transaction that the page left out, with values from the chain, and
 * checks the page's own values against the chain. Any other request is returned as it is.
 * @throws `rpc-invalid-params` | the node's errors
 */
export async function completeRequest(
  { chain, method, params }: PageRequest,
  {
    record,
    address,
    smart,
  }: {
    readonly record: WalletRecord
    readonly address: string
    readonly smart: SmartAccount | undefined
  },
  node: CallNode,
): Promise<PageRequest> {
  if (method === 'eth_sendTransaction') {
    const { completeEvm } = await import('./complete-evm.ts')
    const [tx] = await completeEvm(params, { chain, address, node })
    const { to: toPrepare = '', data = '0x' } = tx
    // The wallet's EOA owns the contract account, so a plain transaction of the EOA could change
    // that account.
    if (smart && data !== '0x') {
      const { refuseOwnAccountCall: refuseOwnPower } = await import('../smart/calls.ts')
      refuseOwnPower({ to: toPrepare.toLowerCase(), value: 0n, data }, smart)
    }
    return { chain, method, params: [tx] }
  }
  if (method === 'signPsbt')
    await (await import('./check-amounts.ts')).checkAmounts(params, { chain, node })
  if (method !== 'sendTransfer') return { chain, method, params }
  const { completeTransfer } = await import('./complete-bitcoin.ts')
  const approvalRequest = { chain, address, publicKey: publicKeyOf(record, chain), node }
  return { chain, method: 'signPsbt', params: await completeTransfer(params, approvalRequest) }
}
