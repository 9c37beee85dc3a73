/**
 * A signal that aborts after `ms` milliseconds, or as soon as one of `signals` does.
 *
 * It stands for `AbortSignal.any([AbortSignal.timeout(ms), …])`, which Node 20 and 22 may collect
 * as garbage before the time is over; the request that waits for it then waits for ever. The timer
 * here keeps what it aborts alive. See https://github.com/nodejs/node/issues/57736.
 */
export function timeLimit(
  ms: number,
  ...signals: readonly (AbortSignal | undefined)[]
): AbortSignal {
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new DOMException('The operation timed out', 'TimeoutError')),
    ms,
  )
  // A time limit alone keeps no process alive; in pages a timer is a number.
  if (typeof timer === 'object') timer.unref()
  return AbortSignal.any([limit.signal, ...signals.filter((signal) => signal !== undefined)])
}
