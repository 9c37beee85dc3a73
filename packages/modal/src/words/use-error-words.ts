import { useEffect, useState } from 'react'
import type { ErrorWords } from './words.ts'

/** The words of errors, once they are wanted and have come. */
export function useErrorWords(isWanted: boolean): ErrorWords | undefined {
  const [words, setWords] = useState<ErrorWords>()
  useEffect(() => {
    if (!isWanted) return
    const held = { isOver: false }
    import('./en/errors.ts').then(
      ({ errorWords }) => {
        if (!held.isOver) setWords(errorWords)
      },
      // Without them the view still says what failed and what to do.
      () => {},
    )
    return () => {
      held.isOver = true
    }
  }, [isWanted])
  return words
}
