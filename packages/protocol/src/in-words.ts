/**
 * Passes on what a verb answers. What it throws says first what happened, in the words of `@latchkey/protocol/errors`: they come
 * with the first error, since no page needs them before. Where they do not load it is thrown with its code alone.
 */
export function inWords<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error) =>
    import('./errors.ts').then(
      ({ putInWords }) => {
        throw putInWords(error)
      },
      () => {
        throw error
      },
    ),
  )
}
