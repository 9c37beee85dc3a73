import type { Call } from '@latchkey/core'
import { type AccountId, type Chain, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { addressOfAccount } from '../encoding/account.ts'
import { isAddress, isSameAddress } from '../encoding/address.ts'
import { hexOfChain, readChainId } from '../encoding/chain-id.ts'
import { encodeQuantity, isHash, readQuantity } from '../encoding/hex.ts'
import { gasFields } from '../transaction/gas.ts'
import type { Wire } from '../wire.ts'

/**
 * Asks the wallet to sign and send one transaction. Throws `chain-mismatch` when the wallet is on
 * another chain, `wallet-answer-invalid` when its answer is no hash. After sending, the
 * transaction's `nonce` is read through the wallet, within one second; it may be missing in the
 * result.
 */
export async function submitCall(
  wire: Wire,
  parameters: {
    readonly from: AccountId
    /** The call, which the caller has checked; a call without `data` is a payment. */
    readonly call: Pick<Call, 'to' | 'value'> & Partial<Pick<Call, 'data'>>
    readonly chain: Chain
    /** Gas fields for the transaction, from the `data` of an estimate. */
    readonly gas: unknown
    readonly signal: AbortSignal
  },
): Promise<{ readonly hash: string; readonly nonce?: number }> {
  const { call, chain, signal } = parameters
  const options = { chain: chain.id, signal }
  if (wire.hasPresentChain) {
    const currentChain = readChainId(await wire.ask('eth_chainId', undefined, options))
    if (currentChain !== chain.id)
      throw new LatchkeyError('chain-mismatch', {
        reason: `the wallet is on ${currentChain}, the call on ${chain.id}`,
      })
  }
  if (signal.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
  const request = {
    from: addressOfAccount(parameters.from),
    to: call.to,
    value: encodeQuantity(call.value),
    chainId: hexOfChain(chain.id),
    ...(call.data && { data: call.data }),
    ...gasFields(parameters.gas),
  }
  // The abort signal does not end this request: the wallet may still send the transaction, and then
  // the page must know its hash.
  const hash = await wire.ask('eth_sendTransaction', [request], { chain: chain.id })
  if (!isHash(hash))
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'eth_sendTransaction answered no transaction hash',
    })
  const nonce = await readNonce(wire, { hash, chain, from: request.from })
  return nonce === undefined ? { hash } : { hash, nonce }
}

/**
 * Reads the nonce of the sent transaction, by which a replacement of the transaction is recognised
 * later. A contract account's call has no nonce of its own, because another account's transaction
 * contains it. A failure here is ignored, because the transaction is already sent.
 */
async function readNonce(
  wire: Wire,
  { hash, chain, from }: { readonly hash: string; readonly chain: Chain; readonly from: string },
): Promise<number | undefined> {
  const timeLimitSignal = AbortSignal.timeout(1000)
  try {
    const transaction = (await race(
      () =>
        wire.ask('eth_getTransactionByHash', [hash], { chain: chain.id, signal: timeLimitSignal }),
      timeLimitSignal,
    )) as { readonly nonce?: unknown; readonly from?: unknown } | null
    if (isAddress(transaction?.from) && !isSameAddress(transaction.from, from)) return undefined
    const nonce = readQuantity(transaction?.nonce)
    return nonce === null || nonce > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(nonce)
  } catch {
    return undefined
  }
}
