import type { Kit } from '@latchkey/core'
import { useEffect, useLayoutEffect, useReducer } from 'react'

const useEffectBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Starts to discover wallets and to resume sessions with the first button on the page. The button
 * is drawn again before the first paint, so that a returning visitor never sees "Connect wallet".
 */
export function useDiscovery(kit: Kit): void {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  useEffectBeforePaint(() => {
    const stop = kit.subscribe(() => {})
    redraw()
    return stop
  }, [kit])
}
