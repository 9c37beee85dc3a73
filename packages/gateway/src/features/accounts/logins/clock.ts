/** The clock of sign-ins; tests set it by hand. */
export interface Clock {
  /** The current time in milliseconds since the epoch. */
  now(): number
  /** Runs a function once after `ms` milliseconds; the returned function cancels it. */
  runAfter(ms: number, run: () => unknown): () => void
}

/** The clock of the machine. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    runAfter(ms, run) {
      const timer = setTimeout(run, ms)
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
