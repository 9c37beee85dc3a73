import { type ErrorCode, LatchkeyError, rpcTimeoutMs } from '@latchkey/protocol'

/** Maximum length of an answer, in bytes. */
const maxBytes = 10 * 1024 * 1024

/**
 * Sends one HTTP request for text, limited in time (10 s) and size of the answer (10 MiB).
 * @throws `aborted` | `gateway-timeout` | `gateway-unreachable` | `gateway-answer-invalid` (too
 *   long) | `gateway-refused` | `project-id-unknown` | `origin-not-allowed` | `rate-limited` |
 *   `server-error`; `sourceCode` is the HTTP status, `field` the field that the server refuses,
 *   `retryAfterMs` the wait that the server asked for
 */
export async function fetchText(url: string, options: fetchText.Options = {}): Promise<string> {
  const {
    body,
    method = 'POST',
    headers,
    signal,
    timeoutMs = rpcTimeoutMs,
    refused = refusalOf,
    credentials = 'omit',
  } = options
  const { contentType = 'application/json' } = options
  const controller = new AbortController()
  const abortFetch = (): void => controller.abort(new LatchkeyError('aborted'))
  if (signal?.aborted) abortFetch()
  signal?.addEventListener('abort', abortFetch, { once: true })
  const timer = setTimeout(() => controller.abort(new LatchkeyError('gateway-timeout')), timeoutMs)
  try {
    const response = await fetch(url, {
      signal: controller.signal,
      credentials,
      referrerPolicy: 'strict-origin-when-cross-origin',
      ...(body === undefined
        ? {}
        : { method, body, headers: { 'content-type': contentType, ...headers } }),
    })
    const text = await readText(response)
    if (!response.ok) throw refused(response, text)
    return text
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason
    if (isNamed(cause)) throw cause
    throw new LatchkeyError('gateway-unreachable', { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abortFetch)
  }
}

export declare namespace fetchText {
  type Options = {
    /** Body of the request as JSON text. A request with a body is a POST. */
    readonly body?: string | undefined
    /** HTTP method of a request that has a body; default `POST`. */
    readonly method?: 'POST' | 'PUT' | undefined
    /** Headers of a request that has a body, in addition to its content type. */
    readonly headers?: Readonly<Record<string, string>> | undefined
    /**
     * Content type of the body; default `application/json`, which nodes require. The gateway also
     * reads `text/plain`, which saves the preflight request.
     */
    readonly contentType?: 'application/json' | 'text/plain' | undefined
    readonly signal?: AbortSignal | undefined
    readonly timeoutMs?: number
    /**
     * Whether cookies are sent with the request; default `omit`, because no gateway and no node
     * needs them.
     */
    readonly credentials?: 'include' | 'omit' | undefined
    /**
     * Makes the error for an answer without a success status; by default the body of the answer is
     * read as a refusal of the gateway.
     */
    readonly refused?: (response: Response, text: string) => Error
  }
}

/**
 * Whether an error was created by this package, in this file or by the option `refused`, and not by
 * the browser.
 */
function isNamed(cause: unknown): boolean {
  return ['LatchkeyError', 'RpcAnswerError'].includes((cause as { name?: string }).name ?? '')
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      throw new LatchkeyError('gateway-answer-invalid', { reason: 'longer than 10 MiB' })
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Makes the error for a request that the gateway refuses. */
export function refusalOf(response: Response, text: string): LatchkeyError {
  const { status } = response
  const waitMs = readWait(response.headers.get('retry-after'))
  const { field, description } = reasonOf(text)
  return new LatchkeyError(errorCodeOf(status, field), {
    sourceCode: status,
    reason: description,
    field,
    ...(Number.isFinite(waitMs) ? { retryAfterMs: Math.min(Math.max(waitMs, 0), 60_000) } : {}),
  })
}

/**
 * Reads the header `Retry-After` as milliseconds to wait; `NaN` when it is neither seconds nor a
 * date.
 */
function readWait(retryAfter: string | null): number {
  if (retryAfter === null) return Number.NaN
  const seconds = Number(retryAfter)
  return Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - Date.now()
}

function errorCodeOf(status: number, field: string): ErrorCode {
  if (status === 401 && field === 'authentication') return 'project-id-unknown'
  if (status === 403 && field === 'origin') return 'origin-not-allowed'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'server-error' : 'gateway-refused'
}

/** Reads the body of the gateway's refusals: `{ reasons: [{ field, description }] }`. */
function reasonOf(text: string): { readonly field: string; readonly description: string } {
  const readField = (value: unknown): string =>
    typeof value === 'string' ? value.slice(0, 200) : ''
  try {
    const { field, description } = JSON.parse(text)?.reasons?.[0] ?? {}
    return { field: readField(field), description: readField(description) }
  } catch {
    return { field: '', description: '' }
  }
}
