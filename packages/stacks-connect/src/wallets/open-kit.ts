import {
  type Adapter,
  type Connector,
  createKit,
  type Kit,
  type RemoteSession,
  type Stop,
  type TogetherPrompt,
} from '@latchkey/core'
import { type Chain, type ChainId, namespaceOf } from '@latchkey/protocol'
import { stacks } from '@latchkey/stacks'
import { remoteStorage } from '../remote/remote-storage.ts'
import type { WalletConnectSettings } from '../remote/wallet-connect-settings.ts'
import type { CacheStorage } from '../storage/local-cache.ts'
import { pageWithProviders } from './page-with-providers.ts'
import { type ProviderInfo, walletListings } from './wallet-listings.ts'

export interface OpenKitParameters {
  readonly page: object
  /**
   * Ids of the only wallets that may be chosen (paths of their objects on `window`); default all.
   */
  readonly approved?: readonly string[] | undefined
  /** Wallets to show instead of the four default ones. */
  readonly providers?: readonly ProviderInfo[] | undefined
  /** CAIP-2 id of the chain whose addresses are requested. */
  readonly chain: 'stacks:1' | 'stacks:2147483648'
  readonly walletConnect?: WalletConnectSettings | undefined
  /** The storage of the page; only sessions of remote wallets are stored in it. */
  readonly storage?: CacheStorage | undefined
}
/** What wallets answered when they connected, for answers that the kit itself does not store. */
export interface WalletAnswers {
  /**
   * Each wallet's answer to the single prompt for all chain families, by the path of the wallet's
   * object on `window`.
   */
  readonly answers: Map<string, TogetherPrompt>
  /** The newest session with a remote wallet. */
  session?: RemoteSession
}
export interface OpenKit {
  readonly kit: Kit
  readonly told: WalletAnswers
  readonly stop: Stop
}

const coinsByNamespace = {
  stacks: { name: 'Stacks', symbol: 'STX', decimals: 6 },
  bip122: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
} as const

/**
 * Opens a kit that discovers wallets for Stacks, and reaches remote ones when that is configured.
 * Throws `config-invalid`.
 */
export async function openKit(parameters: OpenKitParameters): Promise<OpenKit> {
  const { page, approved, providers, chain, walletConnect, storage } = parameters
  const wire =
    walletConnect &&
    (await Promise.all([import('@latchkey/walletconnect'), import('@latchkey/bitcoin')]))
  const storedSessions = walletConnect && storage && remoteStorage(storage)
  const walletAnswers: WalletAnswers = { answers: new Map() }
  const listings = walletListings(providers, approved)
  const shownKeys = new Set(listings.flatMap(({ keys = [] }) => keys))
  const chainIds = [...new Set<ChainId>([chain, ...(walletConnect?.chains ?? [])])]
  const chainsOf = (namespace: keyof typeof coinsByNamespace): readonly Chain[] =>
    chainIds
      .filter((id) => namespaceOf(id) === namespace)
      .map((id) => ({
        id,
        name: coinsByNamespace[namespace].name,
        nativeCurrency: coinsByNamespace[namespace],
        rpcUrls: [],
      }))

  const localAdapters = askFamiliesTogether(
    stacks({ chains: chainsOf('stacks'), page: pageWithProviders(page, providers) }),
    {
      told: walletAnswers,
      chain,
      isOffered: ({ keys, origin }) => {
        const isApproved = !approved || keys.some((key) => approved.includes(key))
        // A wallet that announces itself is installed, so it is shown even if `providers` lacks it.
        const isListed =
          !providers || origin === 'announced' || keys.some((key) => shownKeys.has(key))
        if (isApproved && isListed)
          for (const key of keys) {
            shownKeys.add(key)
          }
        return isApproved && isListed
      },
    },
  )
  const bitcoinChains = chainsOf('bip122')
  const kit = createKit({
    id: 'stacks-connect',
    adapters: [
      localAdapters,
      ...(wire && bitcoinChains.length > 0
        ? [withoutDiscovery(wire[1].bitcoin({ chains: bitcoinChains }))]
        : []),
    ].map((adapter) => recordRemoteSession(adapter, walletAnswers)),
    ...(wire && walletConnect && { transports: [wire[0].walletconnect(walletConnect)] }),
    storage: storedSessions ?? null,
    features: { allWallets: false },
    wallets: {
      custom: listings,
      order: ['injected', 'custom'],
      get include() {
        return [...shownKeys]
      },
    },
  })
  const unsubscribe = kit.subscribe(() => {})
  return {
    kit,
    told: walletAnswers,
    stop() {
      unsubscribe()
      storedSessions?.close()
    },
  }
}

/**
 * Wraps the adapter so that its connectors ask for the addresses of all chain families at once, and
 * keep the answer in `walletAnswers`.
 */
function askFamiliesTogether(
  adapter: Adapter,
  options: {
    readonly told: WalletAnswers
    readonly chain: ChainId
    readonly isOffered: (wallet: Connector['wallet']) => boolean
  },
): Adapter {
  const { told: walletAnswers, chain, isOffered } = options
  const wrapConnector = (connector: Connector): Connector => ({
    ...connector,
    async connect(request) {
      const togetherPrompt: TogetherPrompt = {}
      walletAnswers.answers.set(connector.wallet.keys[0] ?? '', togetherPrompt)
      // Wallets on the page are asked for one network, whatever network a remote wallet is on.
      const chains = request.chains.filter(({ id }) => id === chain)
      return connector.connect({ ...request, chains, together: togetherPrompt })
    },
  })
  return {
    ...adapter,
    discover: (onFound) =>
      adapter.discover((connector) => {
        if (isOffered(connector.wallet)) onFound(wrapConnector(connector))
      }),
  }
}

/**
 * Makes an adapter that serves only remote wallets, because wallets on the page answer their
 * Bitcoin addresses together with those of Stacks.
 */
function withoutDiscovery(adapter: Adapter): Adapter {
  return { ...adapter, discover: () => () => {} }
}

/** Wraps the adapter so that each remote session is kept in `walletAnswers`. */
function recordRemoteSession(adapter: Adapter, walletAnswers: WalletAnswers): Adapter {
  const { remote } = adapter
  if (!remote) return adapter
  return {
    ...adapter,
    remote: (session) => {
      walletAnswers.session = session
      return remote(session)
    },
  }
}
