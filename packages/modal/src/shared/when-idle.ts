import type { Stop } from '@latchkey/core'

/**
 * Runs once the page has loaded and is idle, one second later at most; the returned stop cancels
 * it.
 */
export function whenIdle(run: () => void): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const waitForIdle = (): void => {
    // Safari has no requestIdleCallback, and a hidden or always busy page may never get the call.
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(run, { timeout: 999 })
    else timer = setTimeout(run, 200)
  }
  if (document.readyState === 'complete') waitForIdle()
  else addEventListener('load', waitForIdle, { once: true })
  return () => {
    removeEventListener('load', waitForIdle)
    clearTimeout(timer)
    if (idle) cancelIdleCallback(idle)
  }
}
