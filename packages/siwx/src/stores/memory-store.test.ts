import { describe, expect, test } from 'vitest'
import { describeStore } from '../../test/describe-store.ts'
import { memoryStore } from './memory-store.ts'
import type { StoredChallenge } from './siwx-store.ts'

const shared = memoryStore()
describeStore('memoryStore', () => shared)

describe('memoryStore', () => {
  test('behavior: its number of challenges is bounded; the oldest make room', async () => {
    const store = memoryStore({ limit: 3 })
    const challenge = {} as StoredChallenge
    for (const nonce of ['a', 'b', 'c', 'd']) {
      await store.putNonce(nonce, challenge, Date.now() + 1_000)
    }
    expect(await store.takeNonce('a')).toBeUndefined()
    expect(await store.takeNonce('d')).toBe(challenge)
  })

  test('behavior: what is over makes room at once', async () => {
    const clock = { now: 0 }
    const store = memoryStore({ now: () => clock.now })
    const challenge = {} as StoredChallenge
    await store.putNonce('a', challenge, 10)
    clock.now = 10
    expect(await store.takeNonce('a')).toBeUndefined()
  })
})
