import { type Adapter, createKit, type WalletOptions } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { suggestWallets } from './suggest-wallets.ts'

const adapter = {
  namespace: 'alpha',
  name: 'Alpha',
  chains: [
    {
      id: 'alpha:1',
      name: 'One',
      nativeCurrency: { name: 'A', symbol: 'A', decimals: 18 },
      rpcUrls: [],
    },
  ],
  discover: () => () => {},
} as unknown as Adapter
const listing = (id: string, chains?: readonly string[]): WalletListing => ({
  id,
  name: id,
  ...(chains && { chains }),
})
const known = [
  ...['a', 'b', 'c', 'd', 'e'].map((id) => listing(id, ['alpha:1'])),
  listing('x', ['beta']),
  listing('both', ['beta:2', 'alpha']),
  listing('untold'),
  listing('last', ['alpha']),
]
const ids = (wallets?: WalletOptions): string =>
  suggestWallets(
    createKit({ adapters: [adapter], storage: null, ...(wallets && { wallets }) }),
    known,
  )
    .map(({ id }) => id)
    .join(' ')

describe('suggestWallets', () => {
  test('default: six that speak a family of the page, or do not say', () => {
    expect(ids()).toBe('a b c d e both')
    expect(ids({ exclude: ['a', 'b'] })).toBe('c d e both untold last')
  })

  test('behavior: what the owner names is offered whatever it speaks, and nothing beside what is included', () => {
    expect(ids({ featured: ['x'] }).split(' ')).toContain('x')
    expect(ids({ include: ['x', 'a'] })).toBe('x a')
  })
})
