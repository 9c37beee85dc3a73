import { LatchkeyError } from '@latchkey/protocol'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Coin } from './esplora.ts'

/** Limits of one answer: milliseconds to wait, and characters to read. */
const answerLimits = { waitMs: 10_000, text: 1_000_000 }

/**
 * Whether an ord server finds an inscription or rune in a coin. A coin that the server has not
 * indexed counts as holding one.
 * @param base - the server's URL
 * @throws LatchkeyError `read-unavailable` when the server does not answer, because a coin must not
 * be spent unchecked
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
      signal: timeLimit(answerLimits.waitMs, signal),
    })
    if (answer.status === 404) return true
    const text = await answer.text()
    if (!answer.ok || text.length > answerLimits.text) throw new Error(`status ${answer.status}`)
    const parsedAnswer = JSON.parse(text) as {
      inscriptions?: unknown
      runes?: unknown
      indexed?: unknown
    } | null
    if (!Array.isArray(parsedAnswer?.inscriptions) || parsedAnswer.indexed === false) return true
    return parsedAnswer.inscriptions.length > 0 || hasRunes(parsedAnswer.runes)
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
    throw new LatchkeyError('read-unavailable', {
      reason: 'the ord server does not tell what the coins hold',
      cause,
    })
  }
}

/**
 * Whether an ord server's answer lists runes: an array or an object keyed by name, depending on the
 * server's version.
 */
function hasRunes(runes: unknown): boolean {
  if (runes === undefined || runes === null) return false
  return typeof runes !== 'object' || Object.keys(runes).length > 0
}
