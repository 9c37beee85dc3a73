import { LatchkeyError } from '@latchkey/protocol'

/**
 * The answer of `start`, unless `signal` aborts first: then it throws `aborted`, and what comes later is dropped.
 * `start` does not run when `signal` has aborted already.
 */
export function race<T>(start: () => T | PromiseLike<T>, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(new LatchkeyError('aborted', { cause: signal?.reason }))
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const settled = () => signal?.removeEventListener('abort', abort)
    // `new Promise` on top: a wallet's thenable may call back twice, or throw at once.
    new Promise<T>((done) => done(start())).finally(settled).then(resolve, reject)
  })
}
