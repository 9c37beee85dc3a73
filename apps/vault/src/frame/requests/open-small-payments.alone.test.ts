import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../store/open-database.ts'
import { openStore } from '../../store/open-store.ts'
import { project, vaultOrigin } from '../../test/open-test-frame.ts'
import { addToDay, openSmallPayments } from './open-small-payments.ts'

const chain = 'eip155:31337'
const till = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const sum = { to: till, amount: 90n, fee: 10n, day: 250n }
const hour = 3_600_000
const point = `02${'ab'.repeat(32)}`
const record = (account: string) => ({
  account,
  split: 's1',
  spent: {},
  publics: { eip155: point, solana: '1'.repeat(32), bip122: point, bip122Test: point },
  addresses: {
    eip155: '0x',
    solana: '1'.repeat(32),
    bip122: { bc: 'bc1', tb: 'tb1', bcrt: 'bcrt1' },
  },
})
const by = (amount: bigint, account = 'a1', on: `${string}:${string}` = chain) => ({
  account,
  chain: on,
  sum: { ...sum, amount, fee: 0n },
})

describe('addToDay', () => {
  test('default: amount and fee count together, to the last unit of the day', () => {
    const first = addToDay([], { account: 'a1', chain, sum }, 0) ?? []
    expect(first).toEqual([{ account: 'a1', chain, at: 0, amount: '100' }])
    const second = addToDay(first, { account: 'a1', chain, sum }, hour) ?? []
    expect(addToDay(second, by(51n), 2 * hour)).toBeNull()
    expect(addToDay(second, by(50n), 2 * hour)).toHaveLength(3)
  })

  test('behavior: other accounts and other chains have days of their own', () => {
    const spent = addToDay([], by(250n), 0) ?? []
    expect(addToDay(spent, by(1n), 1)).toBeNull()
    expect(addToDay(spent, by(250n, 'a2'), 1)).toHaveLength(2)
    expect(addToDay(spent, by(250n, 'a1', 'eip155:1'), 1)).toHaveLength(2)
  })

  test('behavior: a day is 24 hours, not a date; a clock set back frees nothing', () => {
    const spent = addToDay([], by(250n), 30 * hour) ?? []
    expect(addToDay(spent, by(1n), 54 * hour - 1)).toBeNull()
    expect(addToDay(spent, by(1n), 54 * hour)).toHaveLength(1)
    expect(addToDay(spent, by(1n), 0)).toBeNull()
  })

  test('behavior: what cannot be counted one by one is a window’s', () => {
    const spent = Array.from(
      { length: 200 },
      () => ({ account: 'a2', chain, at: 5, amount: '1' }) as const,
    )
    expect(addToDay(spent, by(1n), 6)).toBeNull()
    expect(addToDay(spent.slice(1), by(1n), 6)).toHaveLength(200)
  })
})

describe('openSmallPayments', () => {
  const opened = async (indexedDB = new IDBFactory()) => {
    const store = await openStore(await openDatabase('shop', { origin: vaultOrigin, indexedDB }))
    if (!(await store.wallet())) await store.keepWallet(record('a1'), new Uint8Array(33))
    const small = { [chain]: { receivers: { [till]: '100' }, day: '250' } } as const
    return { store, small: openSmallPayments({ project: { ...project, small }, store }), indexedDB }
  }

  test('behavior: of two frames that count at once, one has the rest of the day', async () => {
    const one = await opened()
    const other = await opened(one.indexedDB)
    expect(await one.small.count(chain, sum)).toBe(true)
    const both = await Promise.all([one, other].map(({ small }) => small.count(chain, sum)))
    expect(both.sort()).toEqual([false, true])
    expect(await one.store.small()).toHaveLength(2)
  })

  test('behavior: signing out and coming back, and another account between, leave the day as it is', async () => {
    const { store, small, indexedDB } = await opened()
    await Promise.all([small.count(chain, sum), small.count(chain, sum)])
    await store.forget()
    await store.keepWallet(record('a2'), new Uint8Array(33))
    expect(await small.count(chain, sum)).toBe(true)
    await store.keepWallet(record('a1'), new Uint8Array(33))
    expect(await (await opened(indexedDB)).small.count(chain, sum)).toBe(false)
  })

  test('behavior: without a wallet nothing is counted, and so nothing is small', async () => {
    const { store, small } = await opened()
    await store.forget(true)
    expect(await small.count(chain, sum)).toBe(false)
    expect(await store.small()).toEqual([])
  })
})
