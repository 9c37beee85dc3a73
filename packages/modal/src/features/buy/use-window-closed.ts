import type { Kit } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { sellerWindow } from './open-window.ts'

const checkIntervalMs = 500

/**
 * Whether the seller's popup was closed: only a hint. A page with an isolation policy makes every
 * popup look closed, so the seller's status decides.
 */
export function useWindowClosed(kit: Kit, isWatched: boolean): boolean {
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    if (!isWatched) return
    const timer = setInterval(() => setClosed(sellerWindow(kit)?.closed ?? false), checkIntervalMs)
    return () => clearInterval(timer)
  }, [kit, isWatched])
  return isClosed && isWatched
}
