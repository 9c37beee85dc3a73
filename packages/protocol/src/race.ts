import { hasCode, LatchkeyError } from './errors/error.ts'

/**
 * The answer of `start`, unless `signal` aborts first: then it throws `aborted` (or the reason, if
 * that is an error of ours), and a later answer or failure is dropped without a trace. `start` does
 * not run when `signal` has aborted already.
 */
export function race<T>(
  start: () => T | PromiseLike<T>,
  signal?: AbortSignal,
): Promise<Awaited<T>> {
  return new Promise<Awaited<T>>((resolve, reject) => {
    const abort = () => {
      const reason: unknown = signal?.reason
      reject(hasCode(reason) ? reason : new LatchkeyError('aborted', { cause: reason }))
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const settled = () => signal?.removeEventListener('abort', abort)
    // `new Promise` on top: a wallet's thenable may be hostile, call back twice, or throw at once.
    new Promise<T>((done) => done(start()))
      .finally(settled)
      .then(resolve as (value: T) => void, reject)
  })
}
