import type { Fetch } from '../../base/http/node-rounds.ts'
import { readBounded } from '../../base/http/read-bounded.ts'

/** Most bytes of an answer; the longest, a list of platforms, has a tenth of it. */
const maxBytes = 4_194_304

export interface FetchLimits {
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The text of a JSON answer of an upstream the operator named; redirects are not followed, since
 * they would take the key along.
 * @throws any error: not answered in time, no 200, too large, or no JSON
 */
export async function fetchText(
  url: string,
  { timeoutMs, headers }: FetchLimits,
  fetchUpstream: Fetch,
): Promise<string> {
  const response = await fetchUpstream(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const bytes = await readBounded(response, maxBytes)
  if (!bytes) throw new Error('answer too large')
  const text = new TextDecoder().decode(bytes)
  JSON.parse(text)
  return text
}
