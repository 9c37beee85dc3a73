import { setTimeout } from 'node:timers/promises'

/** What Redis answers within `ms`; the client's own limit ends with the sending of a command. */
export async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const ended = new AbortController()
  const late = setTimeout(ms, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error('redis does not answer')
  })
  late.catch(() => undefined)
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    ended.abort()
  }
}
