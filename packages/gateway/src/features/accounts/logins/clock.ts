/** Time as sign-ins know it; tests turn it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs once after `ms`; the answer takes it back. */
  after(ms: number, run: () => unknown): () => void
}

/** The machine's own. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
