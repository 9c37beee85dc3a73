import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { readBounded } from '../../base/http/read-bounded.ts'
import { refusal } from '../../base/refuse.ts'

/** The longest answer, what a seller sells in a large country, has a tenth of it. */
const maxBytes = 4_194_304

export interface UpstreamAsk {
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; makes it a POST. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/**
 * What a seller answered: a 4xx is an answer too, since it may complain of what the visitor chose.
 */
export interface UpstreamAnswer {
  readonly status: number
  readonly json: unknown
}

/**
 * One call of a seller the operator named; redirects are not followed, since they would take the
 * key along.
 * @throws a refusal: 503 when it does not answer in time, with too much, with no JSON, or with a
 *   5xx
 */
export async function askUpstream(
  url: string,
  { timeoutMs, headers, body, signal }: UpstreamAsk,
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
    // Names of errors only: an address may hold a key.
    throw refusal(
      503,
      '',
      `The seller does not answer (${(cause as Error | null)?.name ?? 'error'})`,
    )
  }
}
