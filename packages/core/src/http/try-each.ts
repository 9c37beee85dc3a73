import { hasCode, LatchkeyError, rpcRetriedStatuses, rpcRetryBaseMs, rpcRetryCount } from '@latchkey/protocol'

/**
 * Tries a list of addresses in order, then again: 3 retries after the first round, 150 ms · 2^n between rounds or what
 * the server asked for (specification 9). An answer that would be the same anywhere is thrown at once.
 * @throws the last error; `aborted`
 */
export async function tryEach<T>(
  urls: readonly string[],
  run: (url: string) => Promise<T>,
  {
    signal,
    isFinal = isFinalError,
  }: { readonly signal?: AbortSignal | undefined; readonly isFinal?: typeof isFinalError },
): Promise<T> {
  let last: unknown = new LatchkeyError('read-unavailable')
  for (let round = 0; round <= rpcRetryCount; round++) {
    for (const url of urls)
      try {
        return await run(url)
      } catch (error) {
        if (isFinal(error)) throw error
        last = error
      }
    if (round < rpcRetryCount) await pause(waitMs(last, round), signal)
  }
  throw last
}

/** Statuses but those of section 9 say the same again; so does garbage of a good status. */
export function isFinalError(error: unknown): boolean {
  if (hasCode(error, 'gateway-unreachable') || hasCode(error, 'gateway-timeout')) return false
  if (!hasCode(error) || error.code === 'origin-not-allowed') return true
  const status = error.context.sourceCode
  return !rpcRetriedStatuses.some((retried) => retried === status)
}

function waitMs(error: unknown, round: number): number {
  const asked = hasCode(error) ? error.context.retryAfterMs : undefined
  return typeof asked === 'number' ? asked : rpcRetryBaseMs * 2 ** round
}

/** Waits; a signal ends it with `aborted`. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(new LatchkeyError('aborted'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}
