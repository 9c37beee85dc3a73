/** Resolves after `ms` milliseconds, or at once when `signal` aborts. */
export function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const endPause = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', endPause)
      resolve()
    }
    const timer = setTimeout(endPause, ms)
    signal.addEventListener('abort', endPause)
  })
}
