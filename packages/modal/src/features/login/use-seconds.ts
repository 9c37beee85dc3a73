import { useEffect, useState } from 'react'

/** Whole seconds until `time` (milliseconds since the epoch), counted down; 0 once it is past. */
export function useSeconds(time: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((time - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (time <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [time])
  return left
}
