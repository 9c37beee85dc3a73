import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { readBounded } from '../../base/http/read-bounded.ts'
import { refusal } from '../../base/refuse.ts'

/**
 * Maximum number of bytes of an answer; the longest one (the offers in a large country) has a tenth
 * of it.
 */
const maxBytes = 4_194_304

export interface UpstreamRequest {
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
  /** Body that is sent as JSON; makes the request a POST. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The answer of a seller. A 4xx is an answer too: it may refuse the visitor's choice. */
export interface UpstreamAnswer {
  readonly status: number
  readonly json: unknown
}

/**
 * Sends one request to a configured seller; redirects are not followed, because they would carry
 * the key along.
 * @throws a refusal: 503 when the request times out, or the answer is too large, is not JSON, or
 * has a 5xx status
 */
export async function askUpstream(
  url: string,
  { timeoutMs, headers, body, signal }: UpstreamRequest,
  fetchUpstream: Fetch,
): Promise<UpstreamAnswer> {
  try {
    const response = await fetchUpstream(url, {
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: timeLimit(timeoutMs, signal),
    })
    if (response.status >= 500) {
      await response.body?.cancel()
      throw new Error(`status ${response.status}`)
    }
    const bytes = await readBounded(response, maxBytes)
    if (!bytes) throw new Error('answer too large')
    return { status: response.status, json: JSON.parse(new TextDecoder().decode(bytes)) as unknown }
  } catch (cause) {
    // Only the error's name is reported, because its message may contain an address with a key.
    throw refusal(
      503,
      '',
      `The seller does not answer (${(cause as Error | null)?.name ?? 'error'})`,
    )
  }
}
