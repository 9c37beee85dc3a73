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
    const rejectAborted = () => {
      const reason: unknown = signal?.reason
      reject(hasCode(reason) ? reason : new LatchkeyError('aborted', { cause: reason }))
    }
    if (signal?.aborted) return rejectAborted()
    signal?.addEventListener('abort', rejectAborted, { once: true })
    const stopListening = () => signal?.removeEventListener('abort', rejectAborted)
    // `new Promise` on top: a wallet's thenable may be hostile, call back twice, or throw at once.
    new Promise<T>((done) => done(start()))
      .finally(stopListening)
      .then(resolve as (value: T) => void, reject)
  })
}
