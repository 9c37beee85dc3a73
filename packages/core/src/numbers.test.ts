import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { adapter, storage, wallet } from '../test/fake-parts.ts'
import { connect } from './connect/connect.ts'
import { createKit } from './create-kit.ts'
import { fetchText } from './http/fetch-text.ts'
import { tryEach } from './http/try-each.ts'
import { reduceTransaction } from './machine/reduce-transaction.ts'
import type { State, Transaction } from './machine/state.ts'
import { identityQuery } from './queries/identity-query.ts'
import { nativeBalanceQuery } from './queries/native-balance-query.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const account = 'alpha:1:a1'

describe('fetchText', () => {
  test('behavior: a server that hangs is waited for ten seconds', async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const failed = vi.fn()
    fetchText('https://node.example').catch(failed)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'gateway-timeout' }))
  })
})

describe('tryEach', () => {
  test('behavior: all are asked again three times, after 150, 300 and 600 ms', async () => {
    vi.useFakeTimers()
    const began = Date.now()
    const at: number[] = []
    const down = tryEach(
      createKit({ adapters: [adapter()], storage: null }),
      ['one', 'two'],
      async () => {
        at.push(Date.now() - began)
        throw new Error('down')
      },
      { isFinal: () => false },
    ).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    await down
    expect(at).toEqual([0, 0, 150, 150, 450, 450, 1050, 1050])
  })
})

describe('queries', () => {
  test('default: a coin’s balance is fresh for half a minute, who somebody is for five', () => {
    const kit = createKit({ adapters: [adapter()], storage: null })
    expect(nativeBalanceQuery(kit, { account }).staleTime).toBe(30_000)
    expect(identityQuery(kit, { account }).staleTime).toBe(5 * 60_000)
  })
})

describe('connect', () => {
  test('behavior: the last eight wallets are remembered, the newest first', async () => {
    const ids = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    const wallets = ids.map((id) => wallet(id))
    const kit = createKit({ adapters: [adapter('alpha', wallets)], storage: storage() })
    onTestFinished(kit.subscribe(() => undefined))
    for (const { id } of wallets) {
      await connect(kit, { connector: id })
    }
    expect(kit.getState().recent.map(({ id }) => id)).toEqual(ids.slice(1).reverse())
  })
})

describe('reduceTransaction', () => {
  test('behavior: of a hundred and five that are not settled the newest 99 are kept', () => {
    const asset = { id: 'alpha:1/slip44:60', name: 'Coin', symbol: 'COIN', decimals: 18 } as const
    let state = { transactions: {} } as State
    for (let n = 0; n < 105; n++) {
      const transaction: Transaction = {
        id: `t${n}`,
        status: 'draft',
        chain: 'alpha:1',
        from: account,
        to: 'a2',
        asset,
        amount: 1n,
        createdAt: n,
      }
      state = reduceTransaction(state, { type: 'transaction-drafted', transaction })
    }
    const kept = Object.values(state.transactions).map(({ createdAt }) => createdAt)
    expect(kept.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 99 }, (_, n) => n + 6))
  })
})
