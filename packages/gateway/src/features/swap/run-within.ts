/**
 * Limits a promise to `ms` milliseconds, because its maker may ignore the signal.
 * @throws `late()` when the time is over
 */
export async function runWithin<T>(
  ms: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
  late: () => Error,
): Promise<T> {
  const limit = new AbortController()
  const inner = signal ? AbortSignal.any([limit.signal, signal]) : limit.signal
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late())
      limit.abort()
    }, ms)
  })
  try {
    return await Promise.race([run(inner), over])
  } finally {
    clearTimeout(timer)
  }
}
