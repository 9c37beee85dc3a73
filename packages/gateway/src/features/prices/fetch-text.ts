import { readBounded } from '@latchkey/protocol/read-bounded'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Fetch } from '../../base/http/node-rounds.ts'

/**
 * Maximum number of bytes of a price service's answer. The longest real answer, a list of
 * platforms, has about a tenth of it.
 */
const maxBytes = 4_194_304

export interface FetchLimits {
  readonly timeoutMs: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Fetches the text of a JSON answer from a configured price service. Redirects are not followed,
 * because the API key would be sent along.
 * @throws any error: a timeout, a status other than 200, too much data, or no JSON
 */
export async function fetchText(
  url: string,
  { timeoutMs, headers }: FetchLimits,
  fetchUpstream: Fetch,
): Promise<string> {
  const signal = timeLimit(timeoutMs)
  const response = await fetchUpstream(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const bytes = await readBounded(response, maxBytes, signal)
  if (!bytes) throw new Error('answer too large')
  const text = new TextDecoder().decode(bytes)
  JSON.parse(text)
  return text
}
