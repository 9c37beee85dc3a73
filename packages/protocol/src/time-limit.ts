/**
 * Returns a signal that aborts after `durationMs` milliseconds, or as soon as one of `signals`
 * does. It replaces `AbortSignal.any([AbortSignal.timeout(ms), …])`, which Node 20 and 22 may
 * garbage-collect too early, so that a request waits for ever. The timer here keeps its signal
 * alive. See https://github.com/nodejs/node/issues/57736.
 */
export function timeLimit(
  durationMs: number,
  ...signals: readonly (AbortSignal | undefined)[]
): AbortSignal {
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new DOMException('The operation timed out', 'TimeoutError')),
    durationMs,
  )
  // A pending time limit must not keep the Node process alive; in browsers a timer is a number and
  // has no `unref`.
  if (typeof timer === 'object') timer.unref()
  return AbortSignal.any([limit.signal, ...signals.filter((signal) => signal !== undefined)])
}
