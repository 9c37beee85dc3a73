import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { originOf } from '../http/failures.ts'
import { fetchJson } from '../http/fetch-json.ts'
import { tryEach } from '../http/try-each.ts'
import { gatewayUrls } from '../http/urls.ts'
import { toFailure } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { note } from '../machine/note.ts'

/**
 * Milliseconds without an answer after which the next gateway is asked too. This is less than the
 * timeout of callers that can do without the gateway, and more than the gateway needs when it has
 * to read chains for its answer.
 */
const slowAnswerMs = 3_000

/**
 * Sends one GET request to the gateway, with retries; `read` converts the unchecked answer to a
 * typed value, or to null when it is invalid.
 * @throws `gateway-unreachable` when none is configured or none answers | `gateway-answer-invalid`
 *   | what `fetchJson` throws
 */
export function getFromGateway<T>(
  kit: Kit,
  path: string,
  { query, read, signal }: get.Parameters<T>,
): Promise<T> {
  const urls = gatewayUrls(kit, path, query)
  if (!urls.length)
    return Promise.reject(new LatchkeyError('gateway-unreachable', { reason: 'none configured' }))
  return tryEach(
    kit,
    urls,
    async (url, innerSignal) => {
      const answer = read(await fetchJson(url, { signal: innerSignal }))
      if (answer === null) throw new LatchkeyError('gateway-answer-invalid', { reason: path })
      return answer
    },
    { signal, slowMs: slowAnswerMs, placeOf: originOf },
  ).catch((error) => {
    if (hasCode(error) && error.code !== 'aborted')
      note(kit, { type: 'call-failed', path, error: toFailure(error) })
    throw error
  })
}

export declare namespace get {
  type Parameters<T> = {
    readonly query?: Readonly<Record<string, string | number | undefined>>
    readonly read: (answer: unknown) => T | null
    readonly signal?: AbortSignal | undefined
  }
}
