/**
 * Waits for `work` to end in any way, at most until `signal` or for `limitMs`; the work itself goes
 * on.
 */
export function settled(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  limitMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, limitMs)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
    work.then(end, end)
  })
}
