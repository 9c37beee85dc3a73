import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { originOf } from '../http/failures.ts'
import { fetchJson } from '../http/fetch-json.ts'
import { isFinalError, tryEach } from '../http/try-each.ts'
import { gatewayUrls } from '../http/urls.ts'
import { toFailure } from '../machine/failure.ts'
import type { Kit } from '../machine/kit.ts'
import { note } from '../machine/note.ts'

/**
 * Sends one call to the gateway that creates or changes something; `read` converts the unchecked
 * answer to a typed value, or to null when it is invalid.
 * @throws `gateway-unreachable` when none is configured or none answers | `gateway-answer-invalid`
 *   | what `fetchJson` throws
 */
export function postToGateway<T>(
  kit: Kit,
  path: string,
  { body, method, headers, read, signal, isRepeatable = false }: post.Parameters<T>,
): Promise<T> {
  const urls = gatewayUrls(kit, path)
  if (!urls.length)
    return Promise.reject(new LatchkeyError('gateway-unreachable', { reason: 'none configured' }))
  const text = JSON.stringify(body)
  return tryEach(
    kit,
    urls,
    async (url, innerSignal) => {
      const answer = read(
        await fetchJson(url, {
          body: text,
          contentType: 'text/plain',
          method,
          headers,
          signal: innerSignal,
        }),
      )
      if (answer === null) throw new LatchkeyError('gateway-answer-invalid', { reason: path })
      return answer
    },
    // A call that creates something is sent again only when certainly no gateway has received it.
    {
      signal,
      placeOf: originOf,
      isFinal: (error) =>
        isRepeatable ? isFinalError(error) : !hasCode(error, 'gateway-unreachable'),
    },
  ).catch((error) => {
    if (hasCode(error) && error.code !== 'aborted')
      note(kit, { type: 'call-failed', path, error: toFailure(error) })
    throw error
  })
}

export declare namespace post {
  type Parameters<T> = {
    /** Body of the request, which is sent as JSON. */
    readonly body: unknown
    /** HTTP method of the request; default `POST`. */
    readonly method?: 'POST' | 'PUT' | undefined
    readonly headers?: Readonly<Record<string, string>> | undefined
    readonly read: (answer: unknown) => T | null
    /**
     * Whether sending the request twice has the same effect as sending it once; such a request is
     * retried.
     */
    readonly isRepeatable?: boolean | undefined
    readonly signal?: AbortSignal | undefined
  }
}
