import { LatchkeyError } from '@latchkey/protocol'

/**
 * Awaits a promise, or the abort of the signal.
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
