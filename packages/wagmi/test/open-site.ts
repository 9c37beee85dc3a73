import {
  connect,
  createKit,
  getAccount,
  type Kit,
  type KitOptions,
  type KitStorage,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Chain } from '@latchkey/protocol'
import { solana } from '@latchkey/solana'
import { type MockEvmWallet, mockEvmWallet, mockSolanaWallet } from '@latchkey/testing'
import type { Config } from 'wagmi'
import { createWagmiConfig } from '../src/create-wagmi-config.ts'

/** The published package under test: version 3, or version 2 by its alias. */
export interface Wagmi {
  readonly main: typeof import('wagmi')
  readonly actions: typeof import('wagmi/actions')
}

export const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
export const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
export const devnet = {
  id: 'eip155:31337',
  name: 'Devnet',
  nativeCurrency: ether,
  rpcUrls: ['http://127.0.0.1:1'],
} as const satisfies Chain
export const other = { ...devnet, id: 'eip155:5', name: 'Other' } as const satisfies Chain
export const solanaChain = {
  id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
  rpcUrls: ['http://127.0.0.1:1'],
} as const satisfies Chain

export const foxId = 'announced:test.mock.fox'
export const owlId = 'announced:test.mock.owl'

/** Storage in a map, which outlives a page. */
export function mapStorage(entries: Map<string, string> = new Map()): KitStorage {
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

/** One load of a site. */
export interface Page {
  readonly kit: Kit
  readonly config: ReturnType<typeof createWagmiConfig>
  /** Keeps the kit running, as the kit's provider does in a React tree. */
  start(): void
  /** The visitor leaves the page. */
  stop(): void
}

export interface Site {
  readonly fox: MockEvmWallet
  readonly owl: MockEvmWallet
  readonly solanaWallet: ReturnType<typeof mockSolanaWallet>
  /** What wagmi has stored, by key. */
  readonly wagmiEntries: Map<string, string>
  /** Connects the wallet of the next visitor who uses the dialog; throws what the dialog throws. */
  chooseWallet(kit: Kit): Promise<unknown>
  load(): Page
}

export interface SiteOptions {
  readonly rpcUrl?: string
  readonly chains?: readonly Chain[]
  readonly kit?: Partial<KitOptions>
  readonly config?: createWagmiConfig.Options
}

/** A site with two Ethereum-like wallets and one Solana wallet in the browser. */
export function openSite(wagmi: Wagmi, options: SiteOptions = {}): Site {
  const { chains = [devnet, other], rpcUrl } = options
  const page = new EventTarget()
  const memory = mapStorage() as Storage
  const shared = { accounts: keys, chain: 31337, chains: [5], memory, ...(rpcUrl && { rpcUrl }) }
  const fox = mockEvmWallet({ ...shared, rdns: 'test.mock.fox', name: 'Fox' })
  const owl = mockEvmWallet({ ...shared, rdns: 'test.mock.owl', name: 'Owl' })
  fox.install(page)
  owl.install(page)
  const solanaWallet = mockSolanaWallet()
  solanaWallet.install(page)
  const kitEntries = new Map<string, string>()
  const wagmiEntries = new Map<string, string>()
  const site: Site = {
    fox,
    owl,
    solanaWallet,
    wagmiEntries,
    chooseWallet: (kit) => connect(kit, { connector: foxId }),
    load() {
      const kit: Kit = createKit({
        adapters: [evm({ chains, page }), solana({ chains: [solanaChain], page })],
        storage: mapStorage(kitEntries),
        ...options.kit,
      })
      const config = createWagmiConfig(kit, {
        connect: () => site.chooseWallet(kit),
        storage: wagmi.main.createStorage({ storage: mapStorage(wagmiEntries) }),
        ...options.config,
      })
      const stops: (() => void)[] = []
      return {
        kit,
        config,
        start: () => void stops.push(kit.subscribe(() => {})),
        stop() {
          for (const stop of stops.splice(0)) {
            stop()
          }
        },
      }
    },
  }
  return site
}

/** What the kit says of its Ethereum-like wallet. */
export function sayKit({ kit }: Page) {
  const view = getAccount(kit, { namespace: 'eip155' })
  const addresses = view.accounts.map(({ account }) => account.split(':')[2]?.toLowerCase())
  const isConnected = view.status === 'connected'
  return {
    status: view.status,
    address: isConnected ? view.address.toLowerCase() : undefined,
    count: isConnected ? new Set(addresses).size : 0,
    chain: isConnected ? view.chain : undefined,
    // While the wallet is on a chain that the page does not have, each side keeps its own last one.
    chosen: view.isChainSupported ? view.chain : undefined,
  }
}

/** What wagmi says, in the same words. */
export function sayWagmi({ actions }: Wagmi, page: Page) {
  const config = page.config as Config
  const { status, address, addresses, chainId } = actions.getAccount(config)
  const isConnected = status === 'connected'
  const isSupported = !isConnected || config.chains.some(({ id }) => id === chainId)
  return {
    status,
    address: isConnected ? address.toLowerCase() : undefined,
    count: isConnected ? addresses.length : 0,
    chain: isConnected ? `eip155:${chainId}` : undefined,
    chosen: isSupported ? `eip155:${actions.getChainId(config)}` : undefined,
  }
}
