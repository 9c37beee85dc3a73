import { useEffect, useRef } from 'react'

/**
 * Calls `discard` when the component is finally unmounted, not when StrictMode unmounts and mounts
 * it at once.
 */
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
