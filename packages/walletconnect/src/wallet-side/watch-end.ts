import type { Stop } from '@latchkey/core'

/**
 * Maximum length of one timer, in milliseconds. A sleeping machine stops timers but not the clock;
 * with short timers an expiry is noticed soon after waking.
 */
const maxTimerMs = 5000

/**
 * Calls `sweep` when the next of several expiry times is reached; call `again` whenever the times
 * may have changed.
 */
export function watchExpiry(
  next: () => number,
  sweep: () => void,
): { again(): void; readonly stop: Stop } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const scheduleSweep = (minDelayMs: number): void => {
    clearTimeout(timer)
    const expiresAt = next()
    if (isStopped || expiresAt === Number.POSITIVE_INFINITY) return
    timer = setTimeout(
      () => {
        if (next() <= Date.now()) sweep()
        // If the sweep left an expired entry, the next sweep waits, because it would otherwise be
        // repeated without a pause.
        scheduleSweep(next() <= Date.now() ? maxTimerMs : 0)
      },
      Math.min(Math.max(expiresAt - Date.now(), minDelayMs), maxTimerMs),
    )
  }
  return {
    again: () => scheduleSweep(0),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
