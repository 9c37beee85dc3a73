import { setTimeout } from 'node:timers/promises'

/**
 * Returns the server's answer if it arrives within `timeoutMs` milliseconds. This is needed because
 * the time-outs of client libraries cover only the sending of a request, or each step on its own.
 * @throws an error with the code `ETIMEDOUT`, like that of a lost connection
 */
export async function awaitInTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const timerAbort = new AbortController()
  const timeout = setTimeout(timeoutMs, undefined, { ref: false, signal: timerAbort.signal }).then(
    () => {
      throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })
    },
  )
  timeout.catch(() => undefined)
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, timeout])
  } finally {
    timerAbort.abort()
  }
}
