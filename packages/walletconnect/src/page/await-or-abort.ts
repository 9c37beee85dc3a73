import { LatchkeyError } from '@latchkey/protocol'

/**
 * Waits for `promise` or for the end of the wish for it.
 * @throws `aborted`
 */
export function awaitOrAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAborted = (): void => reject(new LatchkeyError('aborted', { cause: signal.reason }))
    if (signal.aborted) rejectAborted()
    signal.addEventListener('abort', rejectAborted, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAborted))
  })
}
