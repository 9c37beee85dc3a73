import type { Stop } from '@latchkey/core'

/** Runs once the page has loaded and is idle, a second later at the latest; the stop forgets it. */
export function whenIdle(run: () => void): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const waitForIdle = (): void => {
    // Safari has no requestIdleCallback; a page that draws nothing, or always, may never be called
    // by it.
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
