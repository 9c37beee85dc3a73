import { LatchkeyError } from '@latchkey/protocol'

/**
 * Waits for `promise` or for the end of the wish for it.
 * @throws `aborted`
 */
export function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new LatchkeyError('aborted', { cause: signal.reason }))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
