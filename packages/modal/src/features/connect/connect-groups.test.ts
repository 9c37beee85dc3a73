import {
  type Adapter,
  type Connector,
  createKit,
  type Kit,
  type WalletOptions,
} from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import type { WalletListing } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { connectGroups } from './connect-groups.ts'

const adapter = {
  namespace: 'eip155',
  name: 'Ethereum',
  chains: [
    {
      id: 'eip155:1',
      name: 'One',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: [],
    },
  ],
  discover: () => () => {},
  explain: () => 'unknown',
  isAddress: () => true,
} as unknown as Adapter

const listing = (id: string, more: Partial<WalletListing> = {}): WalletListing => ({
  id,
  name: id.toUpperCase(),
  keys: [`test.${id}`],
  chains: ['eip155'],
  ...more,
})
const snapshot = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => listing(id))

function kitWith(wallets: WalletOptions | undefined, installed: readonly string[]): Kit {
  const kit = createKit({ adapters: [adapter], storage: null, ...(wallets && { wallets }) })
  for (const id of installed) {
    kit[inside].dispatch({
      type: 'connector-found',
      connector: {
        id: `announced:test.${id}`,
        namespaces: ['eip155'],
        wallet: { name: id.toUpperCase(), keys: [`test.${id}`], origin: 'announced' },
        features: {},
      } as unknown as Connector,
    })
  }
  return kit
}
function shown(
  wallets?: WalletOptions,
  installed: readonly string[] = [],
  recent: readonly string[] = [],
): object {
  const kit = kitWith(wallets, installed)
  return Object.fromEntries(
    connectGroups(
      kit,
      { ...kit.getState(), recent: recent.map((id) => ({ id: `announced:test.${id}`, name: id })) },
      snapshot,
    ).map(({ kind, choices }) => [kind, choices.map(({ name }) => name).join('')]),
  )
}

describe('connectGroups', () => {
  test('default', () => {
    expect(shown()).toEqual({ popular: 'ABCD' })
    expect(shown(undefined, ['x', 'b'])).toEqual({ installed: 'XB', popular: 'AC' })
  })

  test('behavior: the last used ones stand on top, once; one that is gone is not shown', () => {
    expect(shown(undefined, ['x', 'y'], ['y', 'gone'])).toEqual({
      recent: 'Y',
      installed: 'X',
      popular: 'AB',
    })
  })

  test('behavior: featured, custom and installed ones take the place of recommended ones', () => {
    expect(shown({ featured: ['e', 'test.f'], custom: [listing('own')] })).toEqual({
      popular: 'EFOWNA',
    })
    expect(shown({ featured: ['e'] }, ['e'])).toEqual({ installed: 'E', popular: 'ABC' })
    expect(shown(undefined, ['m', 'n', 'o', 'p', 'q'])).toEqual({ installed: 'MNOPQ' })
  })

  test('behavior: include is exactly the list; exclude is never shown', () => {
    expect(shown({ include: ['f', 'b', 'x'] }, ['b', 'y'])).toEqual({
      installed: 'B',
      popular: 'F',
    })
    expect(shown({ exclude: ['a', 'test.b', 'announced:test.x'] }, ['x'])).toEqual({
      popular: 'CDEF',
    })
  })

  test('behavior: the owner’s order moves the groups', () => {
    const kit = kitWith({ order: ['recommended', 'injected'], featured: ['f'] }, ['x'])
    const groups = connectGroups(kit, kit.getState(), snapshot)
    expect(groups.map(({ kind }) => kind)).toEqual(['popular', 'installed'])
    expect(groups[0]?.choices.map(({ name }) => name)).toEqual(['A', 'B'])
  })

  test('behavior: an order without the last used ones loses none of them', () => {
    expect(shown({ order: ['injected'] }, ['x', 'y'], ['y'])).toEqual({ installed: 'XY' })
  })

  describe('with a way to wallets elsewhere', () => {
    const elsewhere = (wallets?: WalletOptions, recent: readonly string[] = []): Kit => {
      const kit = kitWith(wallets, ['b'])
      kit[inside].dispatch({
        type: 'connector-found',
        connector: {
          id: 'wire',
          namespaces: ['eip155'],
          wallet: { name: 'Wire', keys: [], origin: 'walletConnect' },
          features: {},
          prepare: async () => ({ kind: 'window' }),
        } as unknown as Connector,
      })
      if (recent.length > 0)
        kit[inside].learn({
          connection: (state, event) =>
            event.type === 'recent-changed' ? { ...state, recent: event.recent } : state,
        })
      kit[inside].dispatch({
        type: 'recent-changed',
        recent: recent.map((id) => ({ id, name: id })),
      })
      return kit
    }
    const names = (kit: Kit, listings = snapshot, onPhone = false) =>
      connectGroups(kit, kit.getState(), listings, onPhone).map(
        ({ kind, choices }) => `${kind} ${choices.map(({ name }) => name).join('')}`,
      )

    test('default: it is no wallet itself', () => {
      expect(names(elsewhere())).toEqual(['installed B', 'popular ACD'])
    })

    test('behavior: one that was reached before stands on top, once', () => {
      expect(names(elsewhere(undefined, ['c', 'wire']))).toEqual([
        'recent C',
        'installed B',
        'popular ADE',
      ])
    })

    test('behavior: the owner’s order places it, and only an order does', () => {
      expect(names(elsewhere({ order: ['injected', 'walletConnect', 'recommended'] }))).toEqual([
        'installed B',
        'code ',
        'popular ACD',
      ])
      const kit = kitWith({ order: ['walletConnect', 'recommended'] }, [])
      expect(names(kit)).toEqual(['popular ABCD'])
    })

    test('parameters: onPhone, only what opens there is recommended', () => {
      const mobile = snapshot.map((one) => (one.id === 'f' ? { ...one, mobile_link: 'f://' } : one))
      expect(names(elsewhere(), mobile, true)).toEqual(['installed B', 'popular F'])
      expect(names(kitWith(undefined, []), mobile, true)).toEqual(['popular ABCD'])
    })
  })

  test('behavior: a wallet of another chain family is not recommended', () => {
    const kit = kitWith(undefined, [])
    const other = [listing('z', { chains: ['solana'] }), ...snapshot]
    expect(connectGroups(kit, kit.getState(), other)[0]?.choices.map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  test('behavior: pictures of a list are shown from data or the owner’s gateway only', () => {
    const kit = kitWith(undefined, [])
    const png = 'data:image/png;base64,AA=='
    const [group] = connectGroups(kit, kit.getState(), [
      listing('a', { image_url: 'https://elsewhere.example/a.png' }),
      listing('b', { image_url: png }),
    ])
    expect(group?.choices.map(({ icon }) => icon)).toEqual([undefined, png])
  })

  test('behavior: one reached elsewhere that no list knows stands by its own words; without a way to it, or on a list that names others, it does not', () => {
    const recent = [
      { id: 'peer:Far', name: 'Far', mobile_link: 'far://' },
      { id: 'peer:Plain', name: 'Plain' },
    ]
    const recentOf = (hasTransport: boolean, wallets?: WalletOptions) => {
      const kit = kitWith(wallets, [])
      if (hasTransport)
        kit[inside].dispatch({
          type: 'connector-found',
          connector: {
            id: 'wire',
            namespaces: ['eip155'],
            wallet: { name: 'Wire', keys: [], origin: 'walletConnect' },
            features: {},
            prepare: () => undefined,
          } as unknown as Connector,
        })
      const groups = connectGroups(kit, { ...kit.getState(), recent }, snapshot)
      return groups.find(({ kind }) => kind === 'recent')?.choices
    }
    expect(recentOf(true)).toMatchObject([
      { name: 'Far', connectors: [], listing: { mobile_link: 'far://' } },
      { name: 'Plain', connectors: ['wire'] },
    ])
    expect(recentOf(false)).toBeUndefined()
    expect(recentOf(true, { include: ['a'] })).toBeUndefined()
  })
})
