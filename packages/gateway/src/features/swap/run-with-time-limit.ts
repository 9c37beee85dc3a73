/**
 * Limits a promise to `timeoutMs` milliseconds, because the code that created it may ignore the
 * abort signal.
 * @throws the error of `makeTimeoutError()` when the time limit is exceeded
 */
export async function runWithTimeLimit<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
  makeTimeoutError: () => Error,
): Promise<T> {
  const timeLimitAbort = new AbortController()
  const innerSignal = signal
    ? AbortSignal.any([timeLimitAbort.signal, signal])
    : timeLimitAbort.signal
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(makeTimeoutError())
      timeLimitAbort.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([run(innerSignal), timeout])
  } finally {
    clearTimeout(timer)
  }
}
