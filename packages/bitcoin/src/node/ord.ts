import { LatchkeyError } from '@latchkey/protocol'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Coin } from './esplora.ts'

/** A list longer than this is read no further, milliseconds and characters. */
const limits = { waitMs: 10_000, text: 1_000_000 }

/**
 * Whether an ord-shaped server names something in a coin: inscriptions, runes. What it has not
 * indexed counts as named.
 * @param base - the server's address
 * @throws LatchkeyError `read-unavailable`: a coin that was not looked into is not spent
 */
export async function isNamedByOrd(
  base: string,
  { txid, vout }: Coin,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const answer = await fetch(`${base.replace(/\/+$/, '')}/output/${txid}:${vout}`, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: timeLimit(limits.waitMs, signal),
    })
    if (answer.status === 404) return true
    const text = await answer.text()
    if (!answer.ok || text.length > limits.text) throw new Error(`status ${answer.status}`)
    const read = JSON.parse(text) as {
      inscriptions?: unknown
      runes?: unknown
      indexed?: unknown
    } | null
    if (!Array.isArray(read?.inscriptions) || read.indexed === false) return true
    return read.inscriptions.length > 0 || hasAny(read.runes)
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
    throw new LatchkeyError('read-unavailable', {
      reason: 'the ord server does not tell what the coins hold',
      cause,
    })
  }
}

/** Runes come as a list or as an object by name, as the server's version has it. */
function hasAny(runes: unknown): boolean {
  if (runes === undefined || runes === null) return false
  return typeof runes !== 'object' || Object.keys(runes).length > 0
}
