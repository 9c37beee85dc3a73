import { timeLimit } from '@latchkey/protocol/time-limit'
import { z } from 'zod'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { readBounded } from '../../base/http/read-bounded.ts'
import { refusal } from '../../base/refuse.ts'

/** An offer has call data of up to 64 KiB, in hex, and routes beside it. */
const maxBytes = 1_048_576
/** Refusals that mean: not these tokens, not this amount. */
const declined = ['INPUT_INVALID', 'SWAP_VALIDATION_FAILED', 'TOKEN_NOT_SUPPORTED']
const declinedShape = z.object({ name: z.string() })

export interface ZeroExAsk {
  readonly url: string
  readonly key: string | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * One question to a server that speaks as 0x Swap API v2 does; undefined where it does not trade
 * this. Redirects are not followed, since they would take the key along.
 * @throws a refusal: 503 when it does not answer, or not as it should
 */
export async function askZeroEx(
  { url, key, timeoutMs, signal }: ZeroExAsk,
  fetchOffer: Fetch,
): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    '0x-version': 'v2',
    ...(key ? { '0x-api-key': key } : {}),
  }
  try {
    const response = await fetchOffer(url, {
      headers,
      redirect: 'error',
      signal: timeLimit(timeoutMs, signal),
    })
    const bytes = await readBounded(response, maxBytes)
    if (bytes) {
      const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (response.status === 200) return answer
      if (response.status === 422 || (response.status === 400 && isDeclined(answer)))
        return undefined
    }
  } catch {
    // Said below: what a library says of it may hold the address.
  }
  throw refusal(503, '', 'The aggregator does not answer at the moment')
}

function isDeclined(answer: unknown): boolean {
  const read = declinedShape.safeParse(answer)
  return read.success && declined.includes(read.data.name)
}
