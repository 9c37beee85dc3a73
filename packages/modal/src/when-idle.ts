import type { Stop } from '@latchkey/core'

/** Runs once the page has loaded and is idle; the stop forgets it. */
export function whenIdle(run: () => void): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const wait = (): void => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(run)
    else timer = setTimeout(run, 200)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    removeEventListener('load', wait)
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
