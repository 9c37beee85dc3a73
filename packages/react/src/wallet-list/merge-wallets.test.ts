import type { Connector, Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { isFound, listAbsent, listInstalled } from './merge-wallets.ts'

const listing = (id: string, more: Partial<WalletListing> = {}): WalletListing => ({
  id,
  name: id.toUpperCase(),
  ...more,
})
const connector = (name: string, more: object = {}): Connector =>
  ({
    id: `injected:${name}`,
    namespaces: ['eip155'],
    wallet: { name, keys: [name], origin: 'injected' },
    ...more,
  }) as unknown as Connector
const kit = { options: {} } as Kit
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

describe('listInstalled', () => {
  test('default: found connectors under their listings', () => {
    const found = listInstalled(kit, [connector('fox')], [listing('f', { rdns: 'fox' })])
    expect(found).toMatchObject([{ id: 'f', isInstalled: true, listing: { id: 'f' } }])
    expect(found[0]?.connectors).toHaveLength(1)
  })
  test('behavior: what makes links or logs in is no wallet of this browser', () => {
    const others = [connector('qr', { prepare: () => {} }), connector('mail', { auth: {} })]
    expect(listInstalled(kit, others, [])).toEqual([])
  })
})

describe('listAbsent', () => {
  const listings = ['a', 'b', 'c'].map((id) => listing(id))
  test('default: in the order of the list, without what is installed', () => {
    const installed = listInstalled(kit, [connector('b')], [])
    expect(ids(listAbsent({}, listings, installed))).toEqual(['a', 'c'])
    const byKey = [listing('x', { keys: ['b'] }), listing('y', { rdns: 'b' }), listing('z')]
    expect(ids(listAbsent({}, byKey, installed))).toEqual(['z'])
  })
  test('parameters: featured, include, exclude, custom', () => {
    expect(ids(listAbsent({ featured: ['c', 'b'] }, listings, []))).toEqual(['c', 'b', 'a'])
    expect(ids(listAbsent({ include: ['b', 'a'] }, listings, []))).toEqual(['a', 'b'])
    expect(ids(listAbsent({ exclude: ['a'] }, listings, []))).toEqual(['b', 'c'])
    const custom = [listing('d'), listing('b', { name: 'Own' })]
    const mine = listAbsent({ custom }, listings, [])
    expect(ids(mine)).toEqual(['d', 'b', 'a', 'c'])
    expect(mine[1]?.name).toBe('Own')
  })
})

describe('isFound', () => {
  const wallet = {
    id: 'a',
    name: 'Fóxglove',
    isInstalled: false,
    connectors: [],
    listing: listing('a', { aliases: ['Digitalis'] }),
  }
  test.each(['', ' fox ', 'GLOVE', 'digi'])('default: %o finds it', (text) =>
    expect(isFound(wallet, text)).toBe(true),
  )
  test('behavior: anything else does not', () => expect(isFound(wallet, 'harbor')).toBe(false))
})
