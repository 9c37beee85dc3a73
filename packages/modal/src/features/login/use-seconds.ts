import { useEffect, useState } from 'react'

/** Whole seconds until `endTime` (milliseconds since the epoch), counted down; 0 once it is past. */
export function useSeconds(endTime: number): number {
  const [now, setNow] = useState(Date.now)
  const secondsLeft = Math.max(0, Math.ceil((endTime - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (endTime <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [endTime])
  return secondsLeft
}
