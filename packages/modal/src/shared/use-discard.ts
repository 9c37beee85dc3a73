import { useEffect, useRef } from 'react'

/** Forgets on leaving for good; StrictMode's leave and return in one breath is not for good. */
export function useDiscard(discard: () => void): void {
  const newest = useRef(discard)
  useEffect(() => {
    newest.current = discard
  })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    return () => {
      timer.current = setTimeout(() => newest.current())
    }
  }, [])
}
