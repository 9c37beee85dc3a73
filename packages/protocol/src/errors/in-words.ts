/** An error is not kept back for its words where the network does not bring them. */
const patienceMs = 1000

/**
 * Passes on what a verb answers. What it throws says first what happened, in the words of
 * `@latchkey/protocol/errors`: they come with the first error, since no page needs them before.
 * Where they do not load in time it is thrown with its code alone.
 */
export function inWords<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(
    (error) =>
      new Promise<never>((_, reject) => {
        const rejectError = (): void => {
          clearTimeout(timer)
          reject(error)
        }
        const timer = setTimeout(rejectError, patienceMs)
        import('../errors.ts')
          .then(({ putInWords }) => putInWords(error))
          .then(rejectError, rejectError)
      }),
  )
}
