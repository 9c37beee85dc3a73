import { useEffect, useState } from 'react'
import type { ErrorWords } from './words.ts'

/**
 * Loads the error texts when they are needed, and returns them; undefined until they are loaded, an
 * empty object when loading failed.
 */
export function useErrorWords(isWanted: boolean): Partial<ErrorWords> | undefined {
  const [words, setWords] = useState<Partial<ErrorWords>>()
  useEffect(() => {
    if (!isWanted) return
    const cancellation = { isOver: false }
    const applyWords = (come: Partial<ErrorWords>): void => {
      if (!cancellation.isOver) setWords(come)
    }
    import('./en/errors.ts').then(
      ({ errorWords }) => applyWords(errorWords),
      () => applyWords({}),
    )
    return () => {
      cancellation.isOver = true
    }
  }, [isWanted])
  return words
}
