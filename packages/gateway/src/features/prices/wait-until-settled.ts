/**
 * Waits until `work` resolves or rejects, but at most until `signal` aborts or `limitMs`
 * milliseconds have passed; the work itself continues.
 */
export function waitUntilSettled(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  limitMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const endWait = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', endWait)
      resolve()
    }
    const timer = setTimeout(endWait, limitMs)
    signal?.addEventListener('abort', endWait, { once: true })
    if (signal?.aborted) endWait()
    work.then(endWait, endWait)
  })
}
