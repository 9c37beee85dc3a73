import type { Stop } from '@latchkey/core'

/**
 * Calls `callback` once the page has loaded and is idle, at the latest one second after loading;
 * the returned function cancels the call.
 */
export function whenIdle(callback: () => void): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idleHandle: number | undefined
  const waitForIdle = (): void => {
    // Safari has no requestIdleCallback, and a hidden or always busy page may never get the call.
    if (typeof requestIdleCallback === 'function')
      idleHandle = requestIdleCallback(callback, { timeout: 999 })
    else timer = setTimeout(callback, 200)
  }
  if (document.readyState === 'complete') waitForIdle()
  else addEventListener('load', waitForIdle, { once: true })
  return () => {
    removeEventListener('load', waitForIdle)
    clearTimeout(timer)
    if (idleHandle) cancelIdleCallback(idleHandle)
  }
}
