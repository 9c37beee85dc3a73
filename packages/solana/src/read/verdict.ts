import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { readAmount } from '../encoding/amount.ts'
import { explainFailure } from '../errors.ts'

/** A blockhash is good for 150 blocks, about a minute; three are beyond all delay. Milliseconds. */
const patience = 180_000

/**
 * What the chain says of a signature. `dropped`: three minutes after `submittedAt` no node knows
 * it, and the chain is past `nonce`, the last block height that could hold it (a chain that stood
 * still takes up old transactions when it goes on); without `submittedAt` nothing is. Nothing is
 * ever `replaced`: there are no nonces in the sense of other chains.
 */
export async function verdict(
  source: ReadSource,
  {
    hash,
    nonce,
    submittedAt,
  }: { readonly hash: string; readonly nonce?: number; readonly submittedAt?: number },
): Promise<ChainVerdict> {
  const isOverdue = submittedAt !== undefined && Date.now() - submittedAt > patience
  // Asked before the status: what is not known after it never will be.
  const isOver = isOverdue && (nonce === undefined || (await isPast(source, nonce)))
  const answer = await source.request('getSignatureStatuses', [
    [hash],
    { searchTransactionHistory: true },
  ])
  const value: unknown = (answer as { value?: unknown } | null)?.value
  if (!Array.isArray(value))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getSignatureStatuses: no list' })
  const status = value[0] as
    | { readonly slot?: unknown; readonly err?: unknown; readonly confirmationStatus?: unknown }
    | null
    | undefined
  if (!status) return { state: isOver ? 'dropped' : 'pending' }
  if (status.confirmationStatus !== 'confirmed' && status.confirmationStatus !== 'finalized')
    return { state: 'pending' }
  const slot = readAmount(status.slot)
  if (slot === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getSignatureStatuses: no slot' })
  const fee = await feeOf(source, hash)
  const paid = fee === null ? {} : { fee }
  const hasFailed = status.err !== null && status.err !== undefined
  return hasFailed
    ? { state: 'failed', block: String(slot), code: explainFailure(status.err), ...paid }
    : { state: 'confirmed', block: String(slot), ...paid }
}

async function isPast(source: ReadSource, height: number): Promise<boolean> {
  const now = readAmount(await source.request('getBlockHeight', [{ commitment: 'finalized' }]))
  if (now === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getBlockHeight answered no number' })
  return now > BigInt(height)
}

/** A node may know the status before it can show the transaction. */
async function feeOf(source: ReadSource, hash: string): Promise<bigint | null> {
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const answer = await source.request('getTransaction', [hash, options]).catch(() => null)
  return readAmount((answer as { meta?: { fee?: unknown } | null } | null)?.meta?.fee)
}
