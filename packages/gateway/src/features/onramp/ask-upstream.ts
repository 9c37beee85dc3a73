import { readBounded } from '@latchkey/protocol/read-bounded'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'

/**
 * Maximum number of bytes of a seller's answer. The longest real answer, the offers in a large
 * country, has about a tenth of it.
 */
const maxBytes = 4_194_304

export interface UpstreamRequest {
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
  /** Body that is sent as JSON; makes the request a POST. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * The answer of a seller of coins. An answer with a 4xx status counts too: it may refuse the
 * visitor's choice.
 */
export interface UpstreamAnswer {
  readonly status: number
  readonly json: unknown
}

/**
 * Sends one request to the API of a configured seller. Redirects are not followed, because the API
 * key would be sent along.
 * @throws a refusal: 503 when the request times out, or the answer is too large, is not JSON, or
 * has a 5xx status
 */
export async function askUpstream(
  url: string,
  { timeoutMs, headers, body, signal }: UpstreamRequest,
  fetchUpstream: Fetch,
): Promise<UpstreamAnswer> {
  const timeLimitSignal = timeLimit(timeoutMs, signal)
  try {
    const response = await fetchUpstream(url, {
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: timeLimitSignal,
    })
    if (response.status >= 500) {
      await response.body?.cancel()
      throw new Error(`status ${response.status}`)
    }
    const bytes = await readBounded(response, maxBytes, timeLimitSignal)
    if (!bytes) throw new Error('answer too large')
    return { status: response.status, json: JSON.parse(new TextDecoder().decode(bytes)) as unknown }
  } catch (cause) {
    // Of an error only its name is reported, because its message may contain an address with a key.
    throw refusal(
      503,
      '',
      `The seller does not answer (${(cause as Error | null)?.name ?? 'error'})`,
    )
  }
}
