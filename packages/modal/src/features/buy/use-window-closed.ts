import type { Kit } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { sellerWindow } from './open-window.ts'

const lookMs = 500

/**
 * Whether the seller's window has been closed: a hint, never an end. Pages that isolate themselves
 * make every window look closed, so what the seller says of the order counts.
 */
export function useWindowClosed(kit: Kit, isWatched: boolean): boolean {
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    if (!isWatched) return
    const timer = setInterval(() => setClosed(sellerWindow(kit)?.closed ?? false), lookMs)
    return () => clearInterval(timer)
  }, [kit, isWatched])
  return isClosed && isWatched
}
