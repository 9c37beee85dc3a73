import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import { getObject, readAmount, readCount } from './rest.ts'

/**
 * Milliseconds until a transaction that no node knows counts as dropped: a node may learn of a new
 * transaction late.
 */
const dropTimeoutMs = 600_000

/**
 * The status of a transaction on the chain. `replaced`: another transaction used its nonce.
 * `dropped`: nodes removed it, or ten minutes after `submittedAt` none knows it. Throws
 * `rpc-answer-invalid` for an unknown status.
 */
export async function verdict(
  source: ReadSource,
  parameters: {
    readonly hash: string
    readonly from: AccountId
    readonly nonce?: number
    /** Time at which the transaction was sent, in milliseconds since the epoch. */
    readonly submittedAt?: number
  },
): Promise<ChainVerdict> {
  const { hash, submittedAt } = parameters
  if (!/^0x[0-9a-f]{64}$/.test(hash))
    throw new LatchkeyError('transaction-unknown', { reason: 'no transaction id' })
  const answer = await getObject(source, `/extended/v1/tx/${hash}`).catch((error: unknown) => {
    if ((error as { code?: unknown } | null)?.code === 404) return null
    throw error
  })
  if (!answer) {
    const isOverdue = submittedAt !== undefined && Date.now() - submittedAt > dropTimeoutMs
    return { state: isOverdue ? 'dropped' : 'pending' }
  }
  const { tx_id: id, tx_status: status } = answer
  if (id !== hash || typeof status !== 'string')
    throw invalidAnswer('it is not the transaction that was asked for')
  if (status === 'pending') return { state: 'pending' }
  if (status.startsWith('dropped_replace')) {
    const replacedBy = answer.replaced_by_tx_id
    return {
      state: 'replaced',
      ...(typeof replacedBy === 'string' &&
        /^0x[0-9a-f]{64}$/.test(replacedBy) &&
        replacedBy !== hash && { by: replacedBy }),
    }
  }
  if (status.startsWith('dropped_')) return { state: 'dropped' }
  const height = readCount(answer.block_height)
  if (height === undefined) throw invalidAnswer('it stands in no block')
  const fee = readAmount(answer.fee_rate)
  const blockFields = { block: String(height), ...(fee !== undefined && { fee }) }
  if (status === 'success') return { state: 'confirmed', ...blockFields }
  if (status === 'abort_by_response')
    return { state: 'failed', code: 'execution-reverted', ...blockFields }
  if (status === 'abort_by_post_condition')
    return { state: 'failed', code: 'post-condition-failed', ...blockFields }
  throw invalidAnswer('its status is none that is known')
}

function invalidAnswer(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-answer-invalid', { reason })
}
