import {
  fallbackPingTimeoutMs,
  hasCode,
  LatchkeyError,
  rpcRetriedStatuses,
  rpcRetryBaseMs,
  rpcRetryCount,
} from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { clearFailure, recordFailure, sortByFailures, takeRetryUrls } from './failures.ts'
import { firstAnswer } from './first-answer.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Sends a request to each of a list of addresses until one succeeds, in up to four rounds. Between
 * the rounds it waits 150 ms · 2^n, or as long as the server asked for. The addresses keep the
 * owner's order, but one that failed or was slow comes last until it has answered in time again. An
 * error that every address would give is thrown at once.
 * @throws the last error; `aborted`
 */
export async function tryEach<T>(
  kit: Kit,
  urls: readonly string[],
  askUrl: (url: string, signal: AbortSignal) => Promise<T>,
  { signal, isFinal = isFinalError, slowMs, placeOf = (url) => url }: tryEach.Options,
): Promise<T> {
  const onAnswer = (url: string): void => clearFailure(kit, placeOf(url))
  const onFailure = (url: string): void => {
    if (urls.length > 1) recordFailure(kit, placeOf(url))
  }
  if (slowMs !== undefined && urls.length > 1)
    for (const url of takeRetryUrls(kit, urls, placeOf)) {
      withTimeout(fallbackPingTimeoutMs, signal, (innerSignal) => askUrl(url, innerSignal)).then(
        () => onAnswer(url),
        (error) => {
          if (!hasCode(error, 'aborted') && isFinal(error)) onAnswer(url)
        },
      )
    }
  let lastError: unknown = new LatchkeyError('read-unavailable')
  for (let roundIndex = 0; roundIndex <= rpcRetryCount; roundIndex++) {
    try {
      return await firstAnswer(sortByFailures(kit, urls, placeOf), askUrl, {
        signal,
        isFinal,
        slowMs,
        onFailure,
        onAnswer,
      })
    } catch (error) {
      if (isFinal(error)) throw error
      lastError = error
    }
    if (roundIndex < rpcRetryCount) await pauseFor(retryDelayMs(lastError, roundIndex), signal)
  }
  throw lastError
}

export declare namespace tryEach {
  type Options = {
    readonly signal?: AbortSignal | undefined
    readonly isFinal?: (error: unknown) => boolean
    /**
     * For a request that may be sent twice: milliseconds after which the next address is asked too.
     * Without it addresses are asked strictly one after the other.
     */
    readonly slowMs?: number | undefined
    /**
     * Returns the group of an address; the addresses of a group fail together. By default each
     * address is a group of its own.
     */
    readonly placeOf?: ((url: string) => string) | undefined
  }
}

/**
 * Whether retrying a failed request would give the same error: true for every status outside
 * `rpcRetriedStatuses`, and for an invalid body with a success status.
 */
export function isFinalError(error: unknown): boolean {
  if (hasCode(error, 'gateway-unreachable') || hasCode(error, 'gateway-timeout')) return false
  if (!hasCode(error) || error.code === 'origin-not-allowed') return true
  const status = error.context.sourceCode
  return !rpcRetriedStatuses.some((retried) => retried === status)
}

function retryDelayMs(error: unknown, roundIndex: number): number {
  const requestedWaitMs = hasCode(error) ? error.context.retryAfterMs : undefined
  return typeof requestedWaitMs === 'number' ? requestedWaitMs : rpcRetryBaseMs * 2 ** roundIndex
}

/** Waits `ms` milliseconds; an aborted signal throws `aborted`. */
export function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const endPause = (): void => {
      clearTimeout(timer)
      reject(new LatchkeyError('aborted'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', endPause)
      resolve()
    }, ms)
    if (signal?.aborted) endPause()
    signal?.addEventListener('abort', endPause, { once: true })
  })
}
