import type { Kit } from '@latchkey/core'
import { useEffect, useLayoutEffect, useReducer } from 'react'

const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Starts discovery and resuming with the first button on the page, and draws it again before the
 * first paint, so that a returning visitor never sees the connect button.
 */
export function useDiscovery(kit: Kit): void {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  useEffectBeforePaint(() => {
    const stop = kit.subscribe(() => {})
    redraw()
    return stop
  }, [kit])
}
