import { setTimeout } from 'node:timers/promises'

/** What a server answers within `ms`: limits of clients end with the sending, or hold for each step alone. */
export async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const ended = new AbortController()
  const late = setTimeout(ms, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error('no answer in time')
  })
  late.catch(() => undefined)
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    ended.abort()
  }
}
