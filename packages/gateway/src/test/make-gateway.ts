import type { Hono } from 'hono'
import type { z } from 'zod'
import { configSchema } from '../base/config/schema.ts'
import type { Fetch } from '../base/http/node-rounds.ts'
import type { Project } from '../data/project-store.ts'
import { ensIdentity } from '../families/evm/ens/ens-identity.ts'
import { evmBalances } from '../families/evm/evm-balances.ts'
import { startFamilies } from '../families/start-families.ts'
import { nameStore } from '../features/names/name-store.ts'
import { createNames } from '../features/names/names.ts'
import { chainNodes } from '../features/rpc/chain-nodes.ts'
import { makeSwaps } from '../features/swap/swaps.ts'
import { catalogWallets } from '../features/wallets/catalog-wallets.ts'
import type { Analytics } from '../ports/analytics-port.ts'
import type { HistoryPort } from '../ports/history-port.ts'
import type { TokenPort } from '../ports/token-port.ts'
import { createGateway, type GatewayOptions } from '../server/create-gateway.ts'

export const chainId = 'eip155:31337'
export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A configuration of one chain with these nodes. */
export function configOf(rpcUrls: string[], more: Partial<z.input<typeof configSchema>> = {}) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
  const chain = {
    id: chainId,
    name: 'Test',
    nativeCurrency,
    rpcUrls,
    contracts: { multicall3 },
  } as const
  return configSchema.parse({ chains: [chain], ...more })
}

/** Takes everything and keeps nothing. */
const noAnalytics: Analytics = {
  record: async (_, sent) => ({ stored: sent.length, repeated: 0, refused: 0 }),
  tail: () => () => undefined,
  renderMetrics: async () => '',
}

const noTokens: TokenPort = { find: async () => new Map() }

const noHistory: HistoryPort = { chains: [], read: async () => ({ items: [], next: null }) }

export interface Made {
  readonly app: Hono
  readonly logged: string[]
}

/** A gateway in memory: project `shop` with one foreign origin, everything else replaceable. */
export function makeGateway(
  options: Partial<GatewayOptions> & { readonly fetchNode?: Fetch } = {},
): Made {
  const logged: string[] = []
  const config = options.config ?? configOf(['http://node.example'])
  const nodes = options.nodes ?? chainNodes(config, options.fetchNode)
  const shop: Project = {
    id: 'shop',
    origins: ['https://*.shop.example'],
    features: [],
    isAnalyticsEnabled: true,
  }
  const noteLine = (fields: object, message: string) =>
    logged.push(JSON.stringify({ ...fields, message }))
  const app = createGateway({
    config,
    nodes,
    index: {
      stop: async () => undefined,
      want: () => undefined,
      state: () => undefined,
      renderMetrics: async () => '',
    },
    tokens: noTokens,
    history: noHistory,
    projects: { find: async (id) => (id === 'shop' ? shop : undefined) },
    balances: startFamilies({
      config,
      nodes,
      prices: { past: async (asks) => asks.map(() => undefined) },
      evm: {
        balances: evmBalances(config, { nodes, tokens: noTokens, discovered: async () => [] }),
        history: noHistory,
      },
    }).balances,
    prices: { now: async () => new Map(), past: async (asks) => asks.map(() => undefined) },
    swaps: makeSwaps({ config, providers: [], nodes }),
    onramp: { sellers: new Map() },
    exchanges: { exchanges: new Map() },
    identities: ensIdentity(config, nodes, { find: async () => new Map() }),
    names: createNames({ config, nodes, store: nameStore(undefined as never) }),
    images: { load: async () => ({ bytes: new Uint8Array([1]), type: 'image/png' }) },
    wallets: catalogWallets(config),
    analytics: noAnalytics,
    log: { info: noteLine, error: noteLine },
    callerOf: () => 'caller',
    isDevelopment: true,
    ...options,
  })
  return { app, logged }
}
