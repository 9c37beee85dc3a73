import { describe, expect, test } from 'vitest'
import { tailStream } from './tail-stream.ts'

/** A tail whose right may be taken away, and what ended it. */
function open() {
  const seen = { isAllowed: true, stopped: 0, ended: 0 }
  const stream = tailStream({
    listen: () => () => {
      seen.stopped += 1
    },
    isAllowed: async () => seen.isAllowed,
    onEnd: () => {
      seen.ended += 1
    },
    signal: new AbortController().signal,
    beatMs: 5,
  })
  const reader = stream.getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  return { seen, reader, next }
}

describe('tailStream', () => {
  test('default', async () => {
    const { next, reader, seen } = open()
    expect([await next(), await next()]).toEqual([': open\n\n', ': beat\n\n'])
    await reader.cancel()
    expect(seen).toMatchObject({ stopped: 1, ended: 1 })
  })

  test('behavior: ends with its key', async () => {
    const { next, reader, seen } = open()
    expect(await next()).toBe(': open\n\n')
    seen.isAllowed = false
    for (;;) {
      if ((await reader.read()).done) break
    }
    expect(seen).toMatchObject({ stopped: 1, ended: 1 })
  })
})
