import { hasCode, LatchkeyError } from '@latchkey/protocol'

/**
 * Waits for `promise` or for the end of the wish for it.
 * @throws `aborted`, or the signal's reason if that is one of our errors; a later answer of
 *   `promise` is dropped quietly.
 */
export function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void =>
      reject(hasCode(signal.reason) ? signal.reason : new LatchkeyError('aborted'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A controller that ends with `signal` too. */
export function follow(signal: AbortSignal | undefined): AbortController {
  const controller = new AbortController()
  const stop = (): void => controller.abort(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  controller.signal.addEventListener('abort', () => signal?.removeEventListener('abort', stop), {
    once: true,
  })
  return controller
}
