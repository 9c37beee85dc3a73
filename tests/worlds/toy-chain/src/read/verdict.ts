import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { readAmount } from './amount.ts'

/** A transaction's hash: 32 bytes in lower-case hexadecimal; null when the text is none. */
export function parseHash(text: string): string | null {
  return /^[0-9a-f]{64}$/.test(text) ? text : null
}

/** Milliseconds after which a transaction that no node knows is lost. */
const patienceMs = 60_000

/**
 * How a transaction stands. `dropped`: no node knows it a minute after `submittedAt`. Throws
 * `rpc-answer-invalid` for what is no status.
 */
export async function verdict(
  source: ReadSource,
  { hash, submittedAt }: { readonly hash: string; readonly submittedAt?: number },
): Promise<ChainVerdict> {
  const answer = await source.request('toy_transaction', [hash])
  if (answer === null) {
    const isLost = submittedAt !== undefined && Date.now() - submittedAt > patienceMs
    return { state: isLost ? 'dropped' : 'pending' }
  }
  const { status, block, fee, by } = (answer ?? {}) as Readonly<Record<string, unknown>>
  if (status === 'waiting') return { state: 'pending' }
  if (status === 'replaced')
    return typeof by === 'string' ? { state: 'replaced', by } : { state: 'replaced' }
  if ((status !== 'done' && status !== 'refused') || !Number.isSafeInteger(block))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'the node answered no status' })
  const settled = { block: String(block), fee: readAmount(fee) }
  if (status === 'done') return { state: 'confirmed', ...settled }
  return { state: 'failed', code: 'execution-reverted', ...settled }
}
