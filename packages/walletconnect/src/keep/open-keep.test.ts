import type { KitStorage } from '@latchkey/core'
import { describe, expect, test, vi } from 'vitest'
import { hex, pairing, session } from '../../test/records.ts'
import type { Seal, StoredState } from '../contract.ts'
import { createSeal } from './create-seal.ts'
import { openKeep } from './open-keep.ts'
import { emptyState } from './read-stored-state.ts'
import { readWaitingEnd } from './waiting-end.ts'

const name = 'latchkey.shop.v1.walletconnect'
const start = 1_700_000_000_000
const later = start + 240_000

async function makeSeal(): Promise<Seal> {
  const { subtle } = globalThis.crypto
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return createSeal(subtle, key)
}

function makeStorage(): KitStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

async function setUp(storage: KitStorage | null = makeStorage(), seal?: Seal) {
  const used = seal ?? (await makeSeal())
  const clock = { now: start }
  const open = () => openKeep({ kit: 'shop', storage, seal: used, now: () => clock.now })
  return { storage, seal: used, clock, open, keep: open() }
}

const addPairing =
  (n: number, until = later) =>
  (kept: StoredState): StoredState => ({
    ...kept,
    pairings: [...kept.pairings, pairing(n, until)],
  })
const addSession =
  (n: number, until = later) =>
  (kept: StoredState): StoredState => ({
    ...kept,
    sessions: [...kept.sessions, session(n, until)],
  })
const topics = (kept: StoredState) =>
  [...kept.pairings, ...kept.sessions].map(({ topic }) => Number.parseInt(topic, 16))

describe('openKeep', () => {
  test('default: what is kept survives the page, sealed', async () => {
    const { keep, open, storage } = await setUp()
    const kept = await keep.change((kept) => addSession(2)(addPairing(1)({ ...kept, seen: ['a'] })))
    expect(kept).toEqual({
      version: 1,
      pairings: [pairing(1, later)],
      sessions: [session(2, later)],
      seen: ['a'],
    })
    expect(await open().read()).toEqual(kept)
    const text = storage!.getItem(name)!
    expect(text).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(atob(text)).not.toContain(hex(1))
  })
  test('behavior: an optional part of a record survives too', async () => {
    const { keep, open } = await setUp()
    const authenticate = { id: 5, topic: hex(9) }
    await keep.change((kept) => ({ ...kept, pairings: [{ ...pairing(1, later), authenticate }] }))
    expect((await open().read()).pairings[0]?.authenticate).toEqual(authenticate)
  })
  test('behavior: changes run one after the other, each on the last', async () => {
    const { keep, open } = await setUp()
    await Promise.all(Array.from({ length: 15 }, (_, n) => keep.change(addPairing(n))))
    expect(topics(await open().read())).toEqual(Array.from({ length: 15 }, (_, n) => n))
  })
  test('behavior: what has expired is gone on reading, and from the storage with the next change', async () => {
    const { keep, clock, open } = await setUp()
    await keep.change((kept) => addSession(2, start + 10)(addPairing(1)(kept)))
    clock.now = start + 9
    expect(topics(await keep.read())).toEqual([1, 2])
    clock.now = start + 10
    expect(topics(await keep.read())).toEqual([1])
    await keep.change((kept) => ({ ...kept, seen: ['a'] }))
    clock.now = start
    expect(topics(await open().read())).toEqual([1])
  })
  test('behavior: bounded: the newest 20 pairings, 50 sessions, 512 messages', async () => {
    const { keep, open } = await setUp()
    const many = (length: number) => Array.from({ length }, (_, n) => n)
    const kept = await keep.change((kept) => ({
      ...kept,
      pairings: many(21).map((n) => pairing(n, later)),
      sessions: many(51).map((n) => session(n, later)),
      seen: many(513).map(String),
    }))
    expect(kept).toEqual(await open().read())
    expect([kept.pairings.length, kept.sessions.length, kept.seen.length]).toEqual([20, 50, 512])
    expect([kept.pairings[0]?.topic, kept.sessions[0]?.topic, kept.seen[0]]).toEqual([
      hex(1),
      hex(1),
      '1',
    ])
  })
  test('behavior: an edit that changes nothing writes nothing; one that empties removes', async () => {
    const { keep, storage } = await setUp()
    await keep.change(addPairing(1))
    const write = vi.spyOn(storage!, 'setItem')
    await keep.change((kept) => kept)
    expect(write).not.toHaveBeenCalled()
    await keep.change(() => emptyState)
    expect((storage as ReturnType<typeof makeStorage>).entries.size).toBe(0)
  })
  test('behavior: an edit that throws is its caller’s, and stops nobody', async () => {
    const { keep } = await setUp()
    const thrown = keep.change(() => {
      throw new Error('mine')
    })
    const next = keep.change(addPairing(1))
    await expect(thrown).rejects.toThrow('mine')
    expect(topics(await next)).toEqual([1])
  })

  test.each([
    ['empty', async () => ''],
    ['foreign', async () => '{"version":1}'],
    [
      'of another key',
      async () => (await makeSeal()).close(JSON.stringify({ ...emptyState, seen: ['a'] })),
    ],
    ['too long', async (seal: Seal) => (await seal.close('"a"')) + 'A'.repeat(1_048_576)],
    ['sealed but no JSON', (seal: Seal) => seal.close('{')],
  ])('behavior: what is %s is removed, never fatal', async (_what, makeText) => {
    const { keep, storage, seal } = await setUp()
    storage!.setItem(name, await makeText(seal))
    expect(await keep.read()).toEqual(emptyState)
    expect(storage!.getItem(name)).toBeNull()
    expect(topics(await keep.change(addPairing(1)))).toEqual([1])
  })
  test('behavior: a damaged text that another tab replaced meanwhile stays', async () => {
    const storage = makeStorage()
    const { seal, keep: other } = await setUp(storage)
    await other.change(addPairing(1))
    const good = storage.getItem(name)!
    storage.setItem(name, 'damaged')
    const open = async (text: string) => {
      storage.setItem(name, good)
      return seal.open(text)
    }
    const { keep } = await setUp(storage, { close: seal.close, open })
    expect(await keep.read()).toEqual(emptyState)
    expect(storage.getItem(name)).toBe(good)
  })
  test('behavior: of another version nothing is taken, of this one what has its shape', async () => {
    const { storage, seal, keep } = await setUp()
    const good = [pairing(1, later), session(2, later)] as const
    const broken = {
      ...good[1],
      namespaces: { eip155: { accounts: 'all', methods: [], events: [] } },
    }
    const sessions = [
      null,
      { ...good[1], masked: [1] },
      { ...good[1], transport: 'x' },
      broken,
      good[1],
    ]
    const pairings = [1, { ...good[0], topic: 'x' }, { ...good[0], expiresAt: '9' }, good[0]]
    const value = { version: 1, pairings, sessions, seen: [1, 'a', 'x'.repeat(129)] }
    storage!.setItem(name, await seal.close(JSON.stringify(value)))
    expect(await keep.read()).toEqual({
      version: 1,
      pairings: [good[0]],
      sessions: [good[1]],
      seen: ['a'],
    })
    storage!.setItem(name, await seal.close(JSON.stringify({ ...value, version: 2 })))
    expect(await keep.read()).toEqual(emptyState)
  })

  test('behavior: full storage: memory only, what was stored stays', async () => {
    const { keep, open, storage } = await setUp()
    await keep.change(addPairing(1))
    vi.spyOn(storage!, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    expect(topics(await keep.change(addPairing(2)))).toEqual([1, 2])
    expect(topics(await keep.change(addPairing(3)))).toEqual([1, 2, 3])
    expect(topics(await keep.read())).toEqual([1, 2, 3])
    expect(topics(await open().read())).toEqual([1])
  })
  test('behavior: storage closed midway: memory goes on with what was known', async () => {
    const { keep, storage } = await setUp()
    await keep.change(addPairing(1))
    vi.spyOn(storage!, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    expect(topics(await keep.read())).toEqual([1])
    expect(topics(await keep.change(addPairing(2)))).toEqual([1, 2])
  })
  test('behavior: a slow read does not cover a later write', async () => {
    const storage = makeStorage()
    const { seal } = await setUp(storage)
    let unlock = () => {}
    const gate = new Promise<void>((resolve) => {
      unlock = resolve
    })
    let slow = false
    const open = async (text: string) => {
      const wait = slow
      slow = false
      if (wait) await gate
      return seal.open(text)
    }
    const { keep } = await setUp(storage, { close: seal.close, open })
    await keep.change(addPairing(1))
    slow = true
    const reading = keep.read()
    await keep.change(addPairing(2))
    unlock()
    expect(topics(await reading)).toEqual([1])
    vi.spyOn(storage, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    expect(topics(await keep.read())).toEqual([1, 2])
  })
  test('parameters: storage null, or no seal: memory only, nothing stored', async () => {
    const storage = makeStorage()
    for (const options of [
      { kit: 'shop', storage: null, seal: await makeSeal() },
      { kit: 'shop', storage, seal: undefined },
    ]) {
      const keep = openKeep({ ...options, now: () => start })
      await keep.change(addPairing(1))
      expect(topics(await keep.read())).toEqual([1])
    }
    expect(storage.entries.size).toBe(0)
  })
})

describe('waitingUntil', () => {
  test('default: the latest end of a pairing in flight, removed with the last', async () => {
    const { keep, storage } = await setUp()
    expect(readWaitingEnd(storage, 'shop', start)).toBe(0)
    await keep.change((kept) => addPairing(1, later - 5)(addPairing(2, later)(kept)))
    expect(readWaitingEnd(storage, 'shop', start)).toBe(later)
    expect(readWaitingEnd(storage, 'other', start)).toBe(0)
    expect(readWaitingEnd(storage, 'shop', later)).toBe(0)
    await keep.change((kept) => addSession(3)({ ...kept, pairings: [] }))
    expect(storage!.getItem(`${name}.waiting`)).toBeNull()
    expect(storage!.getItem(name)).not.toBeNull()
  })
  test.each(['', 'x', '-1', '1e12', String(start + 86_400_001), '9'.repeat(400)])(
    'behavior: %s is none',
    (text) => {
      const storage = makeStorage()
      storage.setItem(`${name}.waiting`, text)
      expect(readWaitingEnd(storage, 'shop', start)).toBe(0)
    },
  )
  test('behavior: what was only prepared is not waited for', async () => {
    const { keep, storage } = await setUp()
    const { isShown: _, ...prepared } = pairing(1, later)
    await keep.change((kept) => ({ ...kept, pairings: [prepared] }))
    expect(readWaitingEnd(storage, 'shop', start)).toBe(0)
    await keep.change((kept) => ({ ...kept, pairings: [{ ...prepared, isShown: true }] }))
    expect(readWaitingEnd(storage, 'shop', start)).toBe(later)
  })

  test('behavior: closed storage, or none, has none', () => {
    const getItem = () => {
      throw new DOMException('', 'SecurityError')
    }
    expect(readWaitingEnd({ ...makeStorage(), getItem }, 'shop')).toBe(0)
    expect(readWaitingEnd(null, 'shop')).toBe(0)
  })
})
