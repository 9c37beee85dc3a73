import type { Transfer, TransferEstimate } from '@latchkey/core'
import { addressOf, type Chain, LatchkeyError } from '@latchkey/protocol'
import type { Fees } from '../read/estimate-transfer.ts'
import { callOfToken, tokenOfTransfer } from '../transaction/transfer-payload.ts'
import type { Wire } from '../wire.ts'

/**
 * Asks the wallet to send STX or a SIP-10 token. Tokens are sent by a contract call with a
 * post-condition, which every wallet supports; not all have a token request. Throws
 * `token-address-required`, `wallet-answer-invalid`, or the code of the wallet's error.
 */
export async function transferAsset(
  wire: Wire,
  parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly estimate?: TransferEstimate
    readonly signal: AbortSignal
  },
): Promise<{ readonly hash: string; readonly nonce?: number }> {
  const { transfer, chain, estimate, signal } = parameters
  const token = tokenOfTransfer(transfer)
  if (signal.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
  const fees = feesOfEstimate(estimate)
  const network = wire.networkName(chain.id)
  const commonParams = { address: addressOf(transfer.from), network, ...fees }
  // The request gets no `signal`: the wallet may still send after the page has stopped waiting, and
  // the page must then learn the transaction's id.
  const requestOptions = { chain: chain.id }
  const answer = token
    ? await wire.ask(
        'stx_callContract',
        { ...callOfToken(token, transfer), postConditionMode: 'deny', ...commonParams },
        requestOptions,
      )
    : await wire.ask(
        'stx_transferStx',
        { recipient: transfer.to, amount: transfer.amount, ...commonParams },
        requestOptions,
      )
  const hash = transactionId(answer.txid)
  const { nonce } = fees
  return nonce !== undefined && nonce <= BigInt(Number.MAX_SAFE_INTEGER)
    ? { hash, nonce: Number(nonce) }
    : { hash }
}

/**
 * A transaction id as nodes write it: lower case after 0x. A wallet that answers none may have only
 * signed. Throws `wallet-answer-invalid`.
 */
export function transactionId(txid: string | undefined): string {
  if (txid === undefined)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'the wallet named no transaction it had sent',
    })
  return `0x${txid.toLowerCase().replace(/^0x/, '')}`
}

function feesOfEstimate(estimate: TransferEstimate | undefined): Partial<Fees> {
  const { fee, nonce } = (estimate?.data ?? {}) as { fee?: unknown; nonce?: unknown }
  return { ...(typeof fee === 'bigint' && { fee }), ...(typeof nonce === 'bigint' && { nonce }) }
}
