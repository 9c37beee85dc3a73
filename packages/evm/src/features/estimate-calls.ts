import type { ReadSource, Transfer, TransferEstimate } from '@latchkey/core'
import { type Chain, LatchkeyError } from '@latchkey/protocol'
import type { EstimateCalls, estimateCallsMethod } from '@latchkey/protocol/vault'
import { nativeAsset } from '../chains.ts'
import { addressOfAccount } from '../encoding/account.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import { encodeQuantity, readQuantity } from '../encoding/hex.ts'
import { checkAddressChecksum, readTransferNotes } from '../read/estimate-transfer.ts'
import { makeTransferCall } from '../transaction/transfer-call.ts'
import type { Wire } from '../wire.ts'

/**
 * The name of the method in the vault's protocol. It is written out here, because importing the
 * protocol's constant would add one more shared file to every page.
 */
const method: typeof estimateCallsMethod = 'latchkey_estimateCalls'

/**
 * Asks the wallet for the highest cost of a transfer from a contract account
 * (`latchkey_estimateCalls`); 0 when another account pays. The transfer is sent without gas fields,
 * which the wallet fills in. Throws `receiver-invalid`, `wallet-answer-invalid`, or what the wallet
 * or the node threw.
 */
export async function estimateCalls(
  wire: Wire,
  parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly source: ReadSource
    readonly signal?: AbortSignal
  },
): Promise<TransferEstimate> {
  const { transfer, chain, source, signal } = parameters
  const { to, value, data } = makeTransferCall(transfer)
  await checkAddressChecksum(transfer.to)
  const params: EstimateCalls['params'] = [
    {
      from: addressOfAccount(transfer.from),
      chainId: hexOfChain(chain.id),
      calls: [{ to, value: encodeQuantity(value), ...(data && { data }) }],
    },
  ]
  const [answer, notes] = await Promise.all([
    wire.ask(method, params, { chain: chain.id, ...(signal && { signal }) }),
    readTransferNotes(source, transfer),
  ])
  const { fee: feeText, isSponsored } = (answer ?? {}) as {
    readonly fee?: unknown
    readonly isSponsored?: unknown
  }
  const fee = readQuantity(feeText)
  if (fee === null || typeof isSponsored !== 'boolean')
    throw new LatchkeyError('wallet-answer-invalid', { reason: `${method} answered no fee` })
  return {
    // A fifth is added to the estimate, because the wallet estimates again when the visitor
    // approves: by then the chain's state may have changed, and another amount may take more bytes
    // of calldata.
    fee: isSponsored ? 0n : (fee * 6n) / 5n,
    feeAsset: nativeAsset(chain),
    notes: isSponsored ? [...notes, 'sponsored-fee'] : notes,
  }
}
