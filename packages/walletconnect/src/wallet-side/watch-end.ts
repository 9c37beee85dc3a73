import type { Stop } from '@latchkey/core'

/** A machine that sleeps stops timers, not the clock: it is looked at again soon after waking. */
const longestTimer = 5000

/** Calls `sweep` when the next of some times has come; call `again` whenever the times may have changed. */
export function watchEnd(next: () => number, sweep: () => void): { again(): void; readonly stop: Stop } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const again = (): void => {
    clearTimeout(timer)
    const at = next()
    if (isStopped || at === Number.POSITIVE_INFINITY) return
    timer = setTimeout(
      () => {
        if (next() <= Date.now()) sweep()
        again()
      },
      Math.min(Math.max(at - Date.now(), 0), longestTimer),
    )
  }
  return {
    again,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
