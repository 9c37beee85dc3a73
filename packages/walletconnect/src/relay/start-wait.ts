import { LatchkeyError } from '@latchkey/protocol'
import { strikeLimit, strikeMs } from './relay-limits.ts'

export interface Wait<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

/**
 * Waits for a relay for 60 s, as four timers of 15 s one after the other, so that an hour in which
 * the machine sleeps does not count. Rejects with `relay-unreachable` | `aborted`. @param onStrike
 * - called after 15, 30 and 45 s @param onEnd - called once, however the wait ends
 */
export function startWait<T>(options: {
  readonly signal?: AbortSignal | undefined
  readonly onStrike?: () => void
  readonly onEnd: () => void
}): Wait<T> {
  const { signal } = options
  let strikes = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isEnded = false
  let settlers!: { resolve: (value: T) => void; reject: (error: unknown) => void }
  const promise = new Promise<T>((resolve, reject) => {
    settlers = { resolve, reject }
  })
  const endWait = (settlePromise: () => void) => {
    if (isEnded) return
    isEnded = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', abortWait)
    options.onEnd()
    settlePromise()
  }
  const rejectWait = (error: unknown) => endWait(() => settlers.reject(error))
  const abortWait = () => rejectWait(new LatchkeyError('aborted'))
  const countStrike = () => {
    strikes += 1
    if (strikes >= strikeLimit)
      return rejectWait(new LatchkeyError('relay-unreachable', { reason: 'no answer for 60 s' }))
    timer = setTimeout(countStrike, strikeMs)
    options.onStrike?.()
  }
  timer = setTimeout(countStrike, strikeMs)
  signal?.addEventListener('abort', abortWait)
  if (signal?.aborted) abortWait()
  return { promise, resolve: (value) => endWait(() => settlers.resolve(value)), reject: rejectWait }
}
