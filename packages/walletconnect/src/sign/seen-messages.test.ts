import { describe, expect, test } from 'vitest'
import type { Keep, StoredState } from '../contract.ts'
import { openSeenMessages } from './seen-messages.ts'

function memoryKeep(seen: readonly string[] = []): Keep & { kept: StoredState } {
  const keep = {
    kept: { version: 1, pairings: [], sessions: [], seen } as StoredState,
    read: async () => keep.kept,
    async change(edit: (kept: StoredState) => StoredState) {
      keep.kept = edit(keep.kept)
      return keep.kept
    },
  }
  return keep
}

describe('openSeenMessages', () => {
  test('default', async () => {
    const seen = openSeenMessages(memoryKeep())
    expect([await seen.add('a'), await seen.add('a'), await seen.add('b')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('behavior: what an earlier page handled is known', async () => {
    const keep = memoryKeep(['old'])
    expect(await openSeenMessages(keep).add('old')).toBe(false)
  })

  test('behavior: what is sent here is known at once, and younger than what an earlier page handled', async () => {
    const seen = openSeenMessages(memoryKeep(Array.from({ length: 512 }, (_, n) => `old ${n}`)))
    seen.addOwn('own')
    expect(await seen.add('own')).toBe(false)
    for (let n = 0; n < 600; n++) {
      await seen.add(`new ${n}`)
    }
    expect([await seen.add('own'), await seen.add('old 0')]).toEqual([false, true])
  })

  test('behavior: nothing is kept for later pages unless said', async () => {
    const keep = memoryKeep()
    const seen = openSeenMessages(keep)
    await seen.add('a')
    await seen.add('b')
    await seen.keep(['b'])
    expect(keep.kept.seen).toEqual(['b'])
  })

  test('behavior: at most 512 are kept, newest last', async () => {
    const keep = memoryKeep(Array.from({ length: 512 }, (_, i) => `old ${i}`))
    await openSeenMessages(keep).keep(['new'])
    expect(keep.kept.seen.at(-1)).toBe('new')
    expect(keep.kept.seen).toHaveLength(512)
    expect(keep.kept.seen).not.toContain('old 0')
  })

  test('behavior: what another tab notes meanwhile is still news here', async () => {
    const keep = memoryKeep()
    const seen = openSeenMessages(keep)
    await seen.add('first')
    keep.kept = { ...keep.kept, seen: ['answer to us'] }
    expect(await seen.add('answer to us')).toBe(true)
  })
})
