import { useEffect, useState } from 'react'

const updateIntervalMs = 30_000

/** The present time in milliseconds since the epoch, at most half a minute late. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), updateIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
