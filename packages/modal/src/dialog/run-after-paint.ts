import type { Stop } from '@latchkey/core'
import { whenIdle } from '../shared/when-idle.ts'

/**
 * Runs after the next frame is painted and the page is idle: idle time alone may come before the
 * frame that a click waits for.
 */
export function runAfterPaint(callback: () => void): Stop {
  let stop: Stop | undefined
  const frame = requestAnimationFrame(() => {
    stop = whenIdle(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    stop?.()
  }
}
