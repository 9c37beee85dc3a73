import type { Adapter, Connector, Kit, KitOptions, Session } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import type { Bundle } from './with-react.ts'

export const chain: Chain = {
  id: 'test:1',
  name: 'Test One',
  nativeCurrency: { name: 'Test', symbol: 'TST', decimals: 4 },
  rpcUrls: [],
}
export const session: Session = {
  namespace: 'test',
  chains: ['test:1'],
  accounts: [
    { account: 'test:1:alice', type: 'eoa' },
    { account: 'test:1:bob', type: 'eoa' },
  ],
  selected: 'test:1:alice',
}

export interface Counts {
  discoveries: number
  stops: number
  asked: number
  watches: number
}

/** A real kit with an adapter that reports one connector and counts its calls. */
export function fakeKit(
  bundle: Bundle,
  options: Partial<KitOptions> = {},
): { kit: Kit; counts: Counts; storage: Map<string, string> } {
  const counts: Counts = { discoveries: 0, stops: 0, asked: 0, watches: 0 }
  const connector: Connector = {
    id: 'injected:test.wallet',
    namespaces: ['test'],
    wallet: { name: 'Test Wallet', keys: ['test.wallet'], origin: 'announced' },
    features: {},
    async connect() {
      counts.asked++
      return { sessions: [session] }
    },
    async disconnect() {},
    watch() {
      counts.watches++
      return () => {
        counts.watches--
      }
    },
  }
  const adapter: Adapter = {
    namespace: 'test',
    name: 'Test',
    chains: [chain],
    read: {
      balances: async () => [
        {
          asset: { id: 'test:1/slip44:1', name: 'Test', symbol: 'TST', decimals: 4 },
          amount: 12345n,
        },
      ],
      estimateTransfer: async () => {
        throw new Error('not asked for')
      },
      parseHash: async (text) => text,
      verdict: async () => ({ state: 'pending' }),
    },
    nativeAsset: () => ({ id: 'test:1/slip44:1', name: 'Test', symbol: 'TST', decimals: 4 }),
    tokenId: () => null,
    isAddress: (text) => text.length > 2,
    isSameAddress: (a, b) => a === b,
    discover(found) {
      counts.discoveries++
      found(connector)
      return () => {
        counts.stops++
      }
    },
    explain: () => 'unknown',
  }
  const storage = new Map<string, string>()
  const kit = bundle.createKit({
    ...options,
    adapters: [adapter],
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => storage.set(key, value),
      removeItem: (key) => storage.delete(key),
    },
  })
  return { kit, counts, storage }
}
