import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { readAmount } from '../encoding/amount.ts'
import { explainFailure } from '../errors.ts'

/**
 * Milliseconds after which an unknown transaction may be dropped: a blockhash is valid for 150
 * blocks, about a minute; three minutes cover any delay.
 */
const dropTimeoutMs = 180_000

/**
 * The status of a transaction on the chain. `dropped`: three minutes after `submittedAt` no node
 * knows it, and the chain is past `nonce`, the last block height that may include it (a chain that
 * was halted still accepts old transactions afterwards). Without `submittedAt` nothing counts as
 * dropped. Nothing is ever `replaced`, because Solana has no account nonces.
 */
export async function verdict(
  source: ReadSource,
  {
    hash,
    nonce,
    submittedAt,
  }: { readonly hash: string; readonly nonce?: number; readonly submittedAt?: number },
): Promise<ChainVerdict> {
  const isOverdue = submittedAt !== undefined && Date.now() - submittedAt > dropTimeoutMs
  // The block height is read before the status: once the chain is past the last block that may
  // include the transaction, and no node knows the transaction after that, it can never be
  // included.
  const hasExpired = isOverdue && (nonce === undefined || (await isBlockHeightPast(source, nonce)))
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
  if (!status) return { state: hasExpired ? 'dropped' : 'pending' }
  if (status.confirmationStatus !== 'confirmed' && status.confirmationStatus !== 'finalized')
    return { state: 'pending' }
  const slot = readAmount(status.slot)
  if (slot === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getSignatureStatuses: no slot' })
  const fee = await readFee(source, hash)
  const feeField = fee === null ? {} : { fee }
  const hasFailed = status.err !== null && status.err !== undefined
  return hasFailed
    ? { state: 'failed', block: String(slot), code: explainFailure(status.err), ...feeField }
    : { state: 'confirmed', block: String(slot), ...feeField }
}

async function isBlockHeightPast(source: ReadSource, height: number): Promise<boolean> {
  const currentHeight = readAmount(
    await source.request('getBlockHeight', [{ commitment: 'finalized' }]),
  )
  if (currentHeight === null)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'getBlockHeight answered no number' })
  return currentHeight > BigInt(height)
}

/** A node may know the status before it can return the transaction. */
async function readFee(source: ReadSource, hash: string): Promise<bigint | null> {
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const answer = await source.request('getTransaction', [hash, options]).catch(() => null)
  return readAmount((answer as { meta?: { fee?: unknown } | null } | null)?.meta?.fee)
}
