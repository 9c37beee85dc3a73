import { useEffect, useState } from 'react'

const stepMs = 30_000

/** The present, half a minute late at most; in milliseconds since the epoch. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
