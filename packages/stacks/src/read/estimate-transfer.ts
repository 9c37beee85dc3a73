import type { ReadSource, Transfer, TransferEstimate } from '@latchkey/core'
import { addressOf, hasCode, LatchkeyError } from '@latchkey/protocol'
import { nativeAsset } from '../chains.ts'
import { isPrincipalOf } from '../encoding/address.ts'
import { payloadOf } from '../transaction/transfer-payload.ts'
import { getObject, readAmount, readCount, requireObject } from './rest.ts'

/** Data that a fee estimate passes on to the transfer that follows it. */
export interface Fees {
  /** Fee in micro-STX. */
  readonly fee: bigint
  readonly nonce: bigint
}

/**
 * Size in bytes of a transaction without its payload: authorisation by a single signer, modes, and
 * at most one post-condition.
 */
const overheadBytes = 115 + 160

/**
 * The fee that nodes estimate, and the next nonce. Throws `receiver-invalid`, `rpc-answer-invalid`,
 * or what the node threw.
 */
export async function estimateTransfer(
  source: ReadSource,
  transfer: Transfer,
): Promise<TransferEstimate> {
  if (!isPrincipalOf([source.chain.id], transfer.to))
    throw new LatchkeyError('receiver-invalid', { reason: 'it is no address of this network' })
  if (transfer.to === addressOf(transfer.from))
    throw new LatchkeyError('receiver-invalid', {
      reason: 'the chain takes no transfer to oneself',
    })
  const payload = payloadOf(transfer)
  const [fee, nonce] = await Promise.all([
    estimateFee(source, payload),
    readNonce(source, addressOf(transfer.from)),
  ])
  const data: Fees = { fee, nonce }
  return {
    fee,
    feeAsset: nativeAsset(source.chain),
    notes: transfer.to.includes('.') ? ['contract-receiver'] : [],
    data,
  }
}

async function estimateFee(source: ReadSource, payload: string): Promise<bigint> {
  const length = payload.length / 2 + overheadBytes
  const feeRequest = { transaction_payload: payload, estimated_len: length }
  const estimateAnswer = await source
    .request('POST', ['/v2/fees/transaction', feeRequest])
    .catch((error: unknown) => {
      // Nodes with too little data for an estimate answer 400, as on local networks.
      if ((error as { code?: unknown } | null)?.code === 400) return undefined
      throw error
    })
  if (estimateAnswer !== undefined) {
    const { estimations } = requireObject(estimateAnswer, '/v2/fees/transaction')
    const middleEstimate: unknown = Array.isArray(estimations)
      ? (estimations[1] ?? estimations[0])
      : undefined
    const fee = readAmount((middleEstimate as { fee?: unknown } | null | undefined)?.fee)
    if (fee === undefined) throw invalidAnswer('the fee is no amount')
    return enforceMinFee(fee, length)
  }
  const rate = readAmount(await source.request('GET', ['/v2/fees/transfer']))
  if (rate === undefined) throw invalidAnswer('the fee rate is no amount')
  return enforceMinFee(rate * BigInt(length), length)
}

/** The least fee that nodes accept: one micro-STX per byte. */
function enforceMinFee(fee: bigint, length: number): bigint {
  if (fee >= 1n << 64n) throw invalidAnswer('the fee is beyond any account')
  return fee > BigInt(length) ? fee : BigInt(length)
}

async function readNonce(source: ReadSource, address: string): Promise<bigint> {
  const nonces = await getObject(source, `/extended/v1/address/${address}/nonces`).catch(
    (error: unknown) => {
      // A node without the extended API knows the account's nonce only, not its pending
      // transactions.
      if (hasCode(error) || (error as { code?: unknown } | null)?.code !== 404) throw error
      return getObject(source, `/v2/accounts/${address}?proof=0`)
    },
  )
  const nonce = readCount(nonces.possible_next_nonce ?? nonces.nonce)
  if (nonce === undefined) throw invalidAnswer('the nonce is no number')
  return BigInt(nonce)
}

function invalidAnswer(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-answer-invalid', { reason })
}
