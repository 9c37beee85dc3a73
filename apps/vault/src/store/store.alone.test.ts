import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'
import { openStore } from './open-store.ts'
import type { WalletRecord } from './record.ts'

const origin = 'https://vault.example'
const point = `02${'ab'.repeat(32)}`
const record: WalletRecord = {
  account: 'a1',
  split: 's1',
  spent: {},
  publics: { eip155: point, solana: '1'.repeat(32), bip122: point, bip122Test: point },
  addresses: {
    eip155: '0x',
    solana: '1'.repeat(32),
    bip122: { bc: 'bc1', tb: 'tb1', bcrt: 'bcrt1' },
  },
}
const secret = Uint8Array.from({ length: 33 }, (_, i) => i + 101)
const opened = (indexedDB = new IDBFactory()) => openDatabase('shop', { origin, indexedDB })

describe('openDatabase', () => {
  test.each([
    ['a sandboxed frame', { origin: 'null', indexedDB: new IDBFactory() }],
    ['a credentialless frame', { origin, credentialless: true, indexedDB: new IDBFactory() }],
    ['no IndexedDB', { origin }],
    [
      'a refusal',
      {
        origin,
        indexedDB: {
          open: () => {
            throw new DOMException('no', 'SecurityError')
          },
        } as unknown as IDBFactory,
      },
    ],
  ])('behavior: %s is told before anything is made', async (_, surroundings) => {
    await expect(openDatabase('shop', surroundings)).rejects.toMatchObject({
      code: 'vault-storage-missing',
      context: { reason: expect.stringMatching(/\w/) },
    })
  })

  test('behavior: two documents that begin at once have one key', async () => {
    const indexedDB = new IDBFactory()
    const [one, other] = await Promise.all([
      opened(indexedDB).then(openStore),
      opened(indexedDB).then(openStore),
    ])
    expect(one.device.id).toBe(other.device.id)
  })

  test('behavior: projects have keys of their own', async () => {
    const indexedDB = new IDBFactory()
    const other = await openDatabase('other', { origin, indexedDB })
    expect((await openStore(other)).device.id).not.toBe(
      (await openStore(await opened(indexedDB))).device.id,
    )
  })
})

describe('openStore', () => {
  test('default: what was kept is there after a reload', async () => {
    const indexedDB = new IDBFactory()
    const first = await openStore(await opened(indexedDB))
    await first.keepWallet(record, secret)
    await first.keepSession({ token: 'abc', refreshAt: 5, expiresAt: 9 })
    const second = await openStore(await opened(indexedDB))
    expect(second.device.id).toBe(first.device.id)
    expect(await second.wallet()).toEqual(record)
    expect(await second.share(record)).toEqual(secret)
    expect(await second.session()).toMatchObject({ token: 'abc' })
    await second.changeWallet((present) => ({ ...present, spent: { 'eip155:1': '5' } }))
    expect(await first.share(record)).toEqual(secret)
    expect((await first.wallet())?.spent).toEqual({ 'eip155:1': '5' })
  })

  test('behavior: the share lies under its account, device and split, and nowhere in clear', async () => {
    const database = await opened()
    const store = await openStore(database)
    await store.keepWallet(record, secret)
    for (const wrong of [{ account: 'a2' }, { split: 's2' }]) {
      expect(await store.share({ ...record, ...wrong })).toBeNull()
    }
    const { share } = (await database.get('wallet')) as { share: { bytes: ArrayBuffer } }
    const bytes = new Uint8Array(share.bytes)
    expect(Buffer.from(bytes).includes(Buffer.from(secret.slice(0, 8)))).toBe(false)
    bytes[3] = (bytes[3] ?? 0) ^ 1
    await database.put('wallet', { record, share: { ...share, bytes: bytes.buffer } })
    expect(await store.share(record)).toBeNull()
    const keys = [
      await database.get('wrapping'),
      ((await database.get('device')) as CryptoKeyPair).privateKey,
    ]
    for (const key of keys as CryptoKey[]) {
      expect(key.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow()
    }
  })

  test('behavior: a share moved to another device opens nowhere', async () => {
    const [one, other] = [await opened(), await opened()]
    await (await openStore(one)).keepWallet(record, secret)
    const thief = await openStore(other)
    await other.put('wallet', await one.get('wallet'))
    expect(await thief.share(record)).toBeNull()
    await other.put('wrapping', await one.get('wrapping'))
    expect(await (await openStore(other)).share(record)).toBeNull()
  })

  test('behavior: of calls kept at once by two pages of a site none is lost', async () => {
    const indexedDB = new IDBFactory()
    const stores = [
      await openStore(await opened(indexedDB)),
      await openStore(await opened(indexedDB)),
    ]
    const sent = (id: string) => ({
      id,
      chain: 'eip155:1',
      account: '0x',
      kind: 'transactions',
      hashes: ['0x'],
      count: 1,
      isAtomic: true,
      at: 0,
    })
    const ids = Array.from({ length: 20 }, (_, i) => `${i}`)
    await Promise.all(ids.map((id, i) => stores[i % 2]?.keepCalls(sent(id) as never)))
    expect(((await stores[0]?.calls()) ?? []).map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  test('behavior: the last sixteen pairs are kept, each once, the newest at the end', async () => {
    const store = await openStore(await opened())
    expect(await store.pairs()).toEqual([])
    const names = Array.from({ length: 18 }, (_, i) => `pair ${i}`)
    for (const name of [...names, 'pair 5']) {
      await store.keepPairing(name)
    }
    expect(await store.pairs()).toEqual([
      ...names.slice(2).filter((name) => name !== 'pair 5'),
      'pair 5',
    ])
  })

  test('behavior: everything lost is routine', async () => {
    const database: Database = await opened()
    const store = await openStore(database)
    expect([await store.wallet(), await store.share(record), await store.session()]).toEqual([
      null,
      null,
      null,
    ])
    await database.put('session', 'nonsense')
    expect(await store.session()).toBeNull()
    await store.keepWallet(record, secret)
    await store.forget()
    expect(await store.wallet()).toEqual(record)
    await store.forget(true)
    expect(await store.wallet()).toBeNull()
  })
})
