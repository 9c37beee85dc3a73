import { readBounded } from '@latchkey/protocol/read-bounded'
import { timeLimit } from '@latchkey/protocol/time-limit'
import { z } from 'zod'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'

/**
 * Maximum number of bytes of an answer from 0x; an offer contains up to 64 KiB of call data in hex,
 * and its routes.
 */
const maxBytes = 1_048_576
/** Names of 0x errors which mean that these tokens or this amount cannot be swapped. */
const refusalNames = ['INPUT_INVALID', 'SWAP_VALIDATION_FAILED', 'TOKEN_NOT_SUPPORTED']
const refusalShape = z.object({ name: z.string() })

export interface ZeroExRequest {
  readonly url: string
  readonly key: string | undefined
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends one request to a server with the 0x Swap API v2; undefined when it does not trade these
 * tokens. Redirects are not followed, because the API key would be sent along.
 * @throws a refusal: 503 when the server does not answer, or answers wrongly
 */
export async function askZeroEx(
  { url, key, timeoutMs, signal }: ZeroExRequest,
  fetchOffer: Fetch,
): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    '0x-version': 'v2',
    ...(key ? { '0x-api-key': key } : {}),
  }
  const timeLimitSignal = timeLimit(timeoutMs, signal)
  try {
    const response = await fetchOffer(url, {
      headers,
      redirect: 'error',
      signal: timeLimitSignal,
    })
    const bytes = await readBounded(response, maxBytes, timeLimitSignal)
    if (bytes) {
      const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (response.status === 200) return answer
      if (response.status === 422 || (response.status === 400 && isDeclined(answer)))
        return undefined
    }
  } catch {
    // The error of `fetch` itself is not reported, because it may contain the address; a fixed text
    // below is used.
  }
  throw refusal(503, '', 'The aggregator does not answer at the moment')
}

function isDeclined(answer: unknown): boolean {
  const parsedError = refusalShape.safeParse(answer)
  return parsedError.success && refusalNames.includes(parsedError.data.name)
}
