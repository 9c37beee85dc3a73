import type { AccountId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { SiwxStore, StoredChallenge } from '../src/stores/siwx-store.ts'

/** Makes a new text each time, so that tests can share a database. */
const fresh = (): string => crypto.randomUUID().replaceAll('-', '')
const account = (): AccountId => `eip155:1:0x${fresh()}`
const stored = (): StoredChallenge => ({
  account: account(),
  challenge: {
    domain: 'shop.example',
    uri: 'https://shop.example',
    nonce: fresh(),
    statement: "It's “quoted”; -- and 世界",
    issuedAt: '2026-01-02T03:04:05.000Z',
    expirationTime: '2026-01-02T03:09:05.000Z',
    resources: ['https://shop.example/a'],
  },
  browser: fresh(),
})
const inOneHour = (): number => Date.now() + 3_600_000

/**
 * Tests that every store must pass.
 * @param open - opens a store over the same data each time, as several servers do
 */
export function describeStore(name: string, open: () => SiwxStore): void {
  describe(name, () => {
    test('default: a nonce is given back once, unchanged', async () => {
      const store = open()
      const challenge = stored()
      await store.putNonce('n1'.concat(challenge.challenge.nonce), challenge, inOneHour())
      const nonce = `n1${challenge.challenge.nonce}`
      expect(await open().takeNonce(nonce)).toEqual(challenge)
      expect(await store.takeNonce(nonce)).toBeUndefined()
      expect(await store.takeNonce(fresh())).toBeUndefined()
    })

    test('behavior: of fifty that take a nonce at the same time, one gets it', async () => {
      const stores = Array.from({ length: 50 }, open)
      for (let round = 0; round < 5; round++) {
        const challenge = stored()
        const { nonce } = challenge.challenge
        await open().putNonce(nonce, challenge, inOneHour())
        const taken = await Promise.all(stores.map((store) => store.takeNonce(nonce)))
        expect(taken.filter((one) => one !== undefined)).toEqual([challenge])
      }
    })

    test('behavior: a nonce whose time is over is gone', async () => {
      const nonce = fresh()
      await open().putNonce(nonce, stored(), Date.now() + 30)
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(await open().takeNonce(nonce)).toBeUndefined()
      // A store deletes expired challenges when it takes new ones, but none that has not expired.
      const kept = fresh()
      await open().putNonce(kept, stored(), inOneHour())
      await open().putNonce(fresh(), stored(), inOneHour())
      expect(await open().takeNonce(kept)).toBeDefined()
    })

    test('default: a session is read until it is deleted or its time is over', async () => {
      const [key, short] = [fresh(), fresh()]
      const session = { account: account(), expiresAt: inOneHour() }
      await open().putSession(key, session)
      await open().putSession(short, { ...session, expiresAt: Date.now() + 30 })
      expect(await open().readSession(key)).toEqual(session)
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(await open().readSession(short)).toBeUndefined()
      await open().deleteSession(key)
      await open().deleteSession(key)
      expect(await open().readSession(key)).toBeUndefined()
    })

    test('default: accounts are linked and unlinked', async () => {
      const [a, b, c] = [account(), account(), account()]
      const store = open()
      expect(await store.readLinked(a)).toEqual([a])
      expect(await store.link(a, b)).toBe(true)
      expect(await open().link(b, c)).toBe(true)
      for (const one of [a, b, c]) {
        expect(await open().readLinked(one)).toEqual([a, b, c])
      }
      expect(await store.link(a, c)).toBe(true)
      expect(await store.unlink(c, a)).toBe(true)
      expect(await store.readLinked(a)).toEqual([a])
      expect(await store.readLinked(b)).toEqual([b, c])
      expect(await store.unlink(b, a)).toBe(false)
      expect(await store.unlink(b, c)).toBe(true)
      expect([await store.readLinked(b), await store.readLinked(c)]).toEqual([[b], [c]])
      expect(await store.unlink(b, b)).toBe(false)
    })

    test('behavior: what is linked elsewhere stays there, what is free again may move', async () => {
      const [a, b, c, d] = [account(), account(), account(), account()]
      const store = open()
      await store.link(a, b)
      await store.link(c, d)
      expect(await store.link(a, c)).toBe(false)
      expect(await store.link(b, d)).toBe(false)
      expect([await store.readLinked(b), await store.readLinked(d)]).toEqual([
        [a, b],
        [c, d],
      ])
      await store.unlink(c, d)
      expect(await store.link(a, d)).toBe(true)
      expect(await store.link(a, c)).toBe(true)
      expect(new Set(await store.readLinked(c))).toEqual(new Set([a, b, c, d]))
    })

    test('behavior: two that link the same account at once: one has it, both know', async () => {
      for (let round = 0; round < 5; round++) {
        const owners = Array.from({ length: 8 }, account)
        const shared = account()
        for (const owner of owners) {
          await open().link(owner, account())
        }
        const done = await Promise.all(owners.map((owner) => open().link(owner, shared)))
        const lists = await Promise.all(owners.map((owner) => open().readLinked(owner)))
        expect(done.filter(Boolean)).toHaveLength(1)
        expect(lists.map((list) => list.includes(shared))).toEqual(done)
      }
    })

    test('behavior: two that unlink the last two at once leave one', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = [account(), account()]
        await open().link(a, b)
        const done = await Promise.all([open().unlink(a, a), open().unlink(a, b)])
        expect(done.filter(Boolean)).toHaveLength(1)
      }
    })
  })
}
