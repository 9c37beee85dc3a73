/** Milliseconds that an error waits for its text to load. */
const textLoadTimeoutMs = 1000

/**
 * Passes the result of an action through. A thrown error gets its readable message from
 * `@latchkey/protocol/errors`, which is loaded with the first error, because no page needs it
 * before. If it does not load in time, the error is thrown with its code only.
 */
export function inWords<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(
    (error) =>
      new Promise<never>((_, reject) => {
        const rejectError = (): void => {
          clearTimeout(timer)
          reject(error)
        }
        const timer = setTimeout(rejectError, textLoadTimeoutMs)
        import('../errors.ts')
          .then(({ putInWords }) => putInWords(error))
          .then(rejectError, rejectError)
      }),
  )
}
