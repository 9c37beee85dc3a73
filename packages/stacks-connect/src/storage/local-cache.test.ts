import { describe, expect, test } from 'vitest'
import { type CacheStorage, openLocalCache } from './local-cache.ts'

const hexOf = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('hex')
const stx = {
  address: 'SP000000000000000000002Q6VF78',
  symbol: 'STX',
  publicKey: '02aa',
  derivationPath: "m/44'",
}
const pay = {
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  purpose: 'payment',
  tweakedPublicKey: 'aa',
}
const tap = {
  address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  symbol: 'BTC',
  purpose: 'ordinals',
}

function storageOf(initial: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(initial))
  const storage: CacheStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
  return { kept, storage }
}

describe('openLocalCache', () => {
  test('default: each address once, payment first, no keys and no paths', () => {
    const { storage, kept } = storageOf()
    const cache = openLocalCache(storage)
    expect([cache.addresses(), cache.provider()]).toEqual([undefined, undefined])
    cache.setAddresses([stx, tap, pay, stx, { address: '<b>' }, { address: 7 }])
    expect(cache.addresses()).toMatchObject({
      addresses: {
        stx: [{ address: stx.address, symbol: 'STX' }],
        btc: [{ address: pay.address }, { address: tap.address, symbol: 'BTC' }],
      },
      version: '0.0.1',
      updatedAt: expect.any(Number),
    })
    expect([...kept.values()].join()).not.toMatch(/key|path|purpose/i)
    cache.setProvider('LeatherProvider')
    expect(cache.provider()).toBe('LeatherProvider')
    cache.clear()
    expect(kept.size).toBe(0)
  })

  test('behavior: what the existing library left is read once, bared, and removed', () => {
    const old = { addresses: { stx: [stx], btc: [tap, pay] }, version: '0.0.1', updatedAt: 7 }
    const { storage, kept } = storageOf({
      STX_PROVIDER: 'XverseProviders.BitcoinProvider',
      '@stacks/connect': hexOf(old),
    })
    const cache = openLocalCache(storage)
    expect(cache.provider()).toBe('XverseProviders.BitcoinProvider')
    expect(cache.addresses()).toMatchObject({
      addresses: { stx: [{ address: stx.address }] },
      updatedAt: 7,
    })
    expect([...kept.keys()].sort()).toEqual([
      'latchkey.stacks-connect.v1.addresses',
      'latchkey.stacks-connect.v1.provider',
    ])
    expect([...kept.values()].join()).not.toMatch(/publicKey|derivationPath|tweaked/)
    // Ours is newer than what comes back later.
    cache.setProvider('LeatherProvider')
    kept.set('STX_PROVIDER', 'AsignaProvider')
    expect(openLocalCache(storage).provider()).toBe('LeatherProvider')
    expect(kept.has('STX_PROVIDER')).toBe(false)
  })

  test.each([
    '',
    'zz',
    'abc',
    hexOf('{'),
    hexOf('7'),
    hexOf('null'),
    hexOf({ addresses: 7 }),
    'ff',
    'a'.repeat(300_000),
  ])('behavior: %# is no cache, and gone', (text) => {
    const { storage, kept } = storageOf({ '@stacks/connect': text, STX_PROVIDER: '<script>' })
    const cache = openLocalCache(storage)
    expect([cache.addresses()?.addresses.stx ?? [], cache.provider()]).toEqual([[], undefined])
    expect(kept.has('@stacks/connect')).toBe(false)
  })

  test('behavior: a storage that throws, and none', () => {
    const refuse = () => {
      throw new Error('no')
    }
    for (const storage of [undefined, { getItem: refuse, setItem: refuse, removeItem: refuse }]) {
      const cache = openLocalCache(storage)
      cache.setAddresses([stx])
      cache.setProvider('x')
      cache.clear()
      expect([cache.addresses(), cache.provider()]).toEqual([undefined, undefined])
    }
  })

  test('behavior: what somebody else wrote there is checked', () => {
    const { storage } = storageOf({
      'latchkey.stacks-connect.v1.addresses': JSON.stringify({
        addresses: { stx: [{ address: '<img>' }, null], btc: 7 },
      }),
      'latchkey.stacks-connect.v1.provider': 'a b',
    })
    const cache = openLocalCache(storage)
    expect([cache.addresses()?.addresses, cache.provider()]).toEqual([
      { stx: [], btc: [] },
      undefined,
    ])
  })
})
