import type { Kit } from '@latchkey/core'
import { useEffect, useLayoutEffect, useReducer } from 'react'

// React 18 warns of layout effects on a server.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Keeps a kit running, from before the first paint: a page that resumes never shows a frame of "Connect wallet". */
export function useRunningKit(kit: Kit): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useBeforePaint(() => {
    const before = kit.getState()
    const stop = kit.subscribe(() => {})
    if (kit.getState() !== before) renderAgain()
    return stop
  }, [kit])
}
