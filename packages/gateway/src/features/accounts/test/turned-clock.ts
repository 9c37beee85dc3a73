import type { Clock } from '../logins/clock.ts'

/** A clock that stands until it is turned. */
export interface TurnedClock extends Clock {
  /** Turns it from one timer to the next until `promise` settles. */
  until<T>(promise: Promise<T>): Promise<T>
  /** Lets `ms` pass, timer by timer. */
  pass(ms: number): Promise<void>
}

/** @param held - whose `at` it is, in milliseconds */
export function turnedClock(held: { at: number }): TurnedClock {
  const timers = new Set<{ readonly at: number; readonly run: () => unknown }>()
  const next = () => [...timers].sort((a, b) => a.at - b.at)[0]
  const breath = () => new Promise((resolve) => setImmediate(resolve))
  async function fire(most = Number.POSITIVE_INFINITY): Promise<boolean> {
    const timer = next()
    if (!timer || timer.at > most) return false
    timers.delete(timer)
    held.at = Math.max(held.at, timer.at)
    await timer.run()
    return true
  }
  return {
    now: () => held.at,
    runAfter(ms, run) {
      const timer = { at: held.at + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async until(promise) {
      const state = { isOver: false }
      const done = () => {
        state.isOver = true
      }
      promise.then(done, done)
      while (!state.isOver) {
        if (!(await fire())) await breath()
      }
      return promise
    },
    async pass(ms) {
      const end = held.at + ms
      while (await fire(end)) {}
      held.at = end
    },
  }
}
