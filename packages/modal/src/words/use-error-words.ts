import { useEffect, useState } from 'react'
import type { ErrorWords } from './words.ts'

/** The error texts, once they are needed and loaded; undefined when loading failed. */
export function useErrorWords(isWanted: boolean): Partial<ErrorWords> | undefined {
  const [words, setWords] = useState<Partial<ErrorWords>>()
  useEffect(() => {
    if (!isWanted) return
    const held = { isOver: false }
    const takeWords = (come: Partial<ErrorWords>): void => {
      if (!held.isOver) setWords(come)
    }
    import('./en/errors.ts').then(
      ({ errorWords }) => takeWords(errorWords),
      () => takeWords({}),
    )
    return () => {
      held.isOver = true
    }
  }, [isWanted])
  return words
}
