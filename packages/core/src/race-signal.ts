import { hasCode, LatchkeyError } from '@latchkey/protocol'

/**
 * Returns the result of `promise`, unless `signal` aborts first.
 * @throws `aborted`, or the signal's reason if that is a LatchkeyError; a later result of `promise`
 *   is ignored.
 */
export function raceSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAborted = (): void =>
      reject(hasCode(signal.reason) ? signal.reason : new LatchkeyError('aborted'))
    if (signal.aborted) rejectAborted()
    signal.addEventListener('abort', rejectAborted, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAborted))
  })
}

/** Makes an abort controller that aborts when `signal` does. */
export function followSignal(signal: AbortSignal | undefined): AbortController {
  const controller = new AbortController()
  const forwardAbort = (): void => controller.abort(signal?.reason)
  if (signal?.aborted) forwardAbort()
  signal?.addEventListener('abort', forwardAbort, { once: true })
  controller.signal.addEventListener(
    'abort',
    () => signal?.removeEventListener('abort', forwardAbort),
    {
      once: true,
    },
  )
  return controller
}
