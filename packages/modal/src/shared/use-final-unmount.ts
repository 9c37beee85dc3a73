import { useEffect, useRef } from 'react'

/**
 * Calls `discard` when the component is finally unmounted, not when StrictMode unmounts and mounts
 * it at once.
 */
export function useFinalUnmount(discard: () => void): void {
  const latestDiscard = useRef(discard)
  useEffect(() => {
    latestDiscard.current = discard
  })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    return () => {
      timer.current = setTimeout(() => latestDiscard.current())
    }
  }, [])
}
