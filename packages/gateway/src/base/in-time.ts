import { setTimeout } from 'node:timers/promises'

/**
 * What a server answers within `ms`: limits of clients end with the sending, or hold for each step
 * alone.
 * @throws an error with the code `ETIMEDOUT`, as of a connection that is away
 */
export async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const ended = new AbortController()
  const late = setTimeout(ms, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })
  })
  late.catch(() => undefined)
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    ended.abort()
  }
}
