import { hasCode, LatchkeyError } from './errors/error.ts'

/**
 * Returns the result of `startTask`, unless `signal` aborts first: then it throws `aborted` (or the
 * reason, if that is a Latchkey error), and a later result or error is ignored. `startTask` does
 * not run when `signal` has already aborted.
 */
export function race<T>(
  startTask: () => T | PromiseLike<T>,
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
    // The outer promise protects against a wallet that returns a hostile thenable, which may call
    // back twice or throw at once.
    new Promise<T>((settle) => settle(startTask()))
      .finally(stopListening)
      .then(resolve as (value: T) => void, reject)
  })
}
