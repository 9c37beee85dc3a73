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
import { pageWith } from './page-with.ts'
import { type ProviderInfo, walletListings } from './wallet-listings.ts'

export interface OpenKitParameters {
  readonly page: object
  /** Dotted paths; default all. */
  readonly approved?: readonly string[] | undefined
  /** In the place of the four that are shown otherwise. */
  readonly providers?: readonly ProviderInfo[] | undefined
  /** CAIP-2 of the chain that is asked for. */
  readonly chain: 'stacks:1' | 'stacks:2147483648'
  readonly walletConnect?: WalletConnectSettings | undefined
  /** Keeps sessions of remote wallets, and nothing else. */
  readonly storage?: CacheStorage | undefined
}
/** What wallets have told beside what a kit keeps of it. */
export interface WalletAnswers {
  /** What one prompt was answered for all families, by dotted path. */
  readonly answers: Map<string, TogetherPrompt>
  /** The newest remote one. */
  session?: RemoteSession
}
export interface OpenKit {
  readonly kit: Kit
  readonly told: WalletAnswers
  readonly stop: Stop
}

const coins = {
  stacks: { name: 'Stacks', symbol: 'STX', decimals: 6 },
  bip122: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
} as const

/**
 * A kit over wallets for Stacks that is discovering, and reaches remote ones where that is
 * configured. Throws `config-invalid`.
 */
export async function openKit(parameters: OpenKitParameters): Promise<OpenKit> {
  const { page, approved, providers, chain, walletConnect, storage } = parameters
  const wire =
    walletConnect &&
    (await Promise.all([import('@latchkey/walletconnect'), import('@latchkey/bitcoin')]))
  const kept = walletConnect && storage && remoteStorage(storage)
  const told: WalletAnswers = { answers: new Map() }
  const listings = walletListings(providers, approved)
  const shown = new Set(listings.flatMap(({ keys = [] }) => keys))
  const ids = [...new Set<ChainId>([chain, ...(walletConnect?.chains ?? [])])]
  const chainsOf = (namespace: keyof typeof coins): readonly Chain[] =>
    ids
      .filter((id) => namespaceOf(id) === namespace)
      .map((id) => ({
        id,
        name: coins[namespace].name,
        nativeCurrency: coins[namespace],
        rpcUrls: [],
      }))

  const local = withTogether(
    stacks({ chains: chainsOf('stacks'), page: pageWith(page, providers) }),
    {
      told,
      chain,
      isOffered: ({ keys, origin }) => {
        const isApproved = !approved || keys.some((key) => approved.includes(key))
        // One that lists itself is there whatever the owner shows by default.
        const isShown = !providers || origin === 'announced' || keys.some((key) => shown.has(key))
        if (isApproved && isShown)
          for (const key of keys) {
            shown.add(key)
          }
        return isApproved && isShown
      },
    },
  )
  const bitcoins = chainsOf('bip122')
  const kit = createKit({
    id: 'stacks-connect',
    adapters: [
      local,
      ...(wire && bitcoins.length > 0
        ? [withoutDiscovery(wire[1].bitcoin({ chains: bitcoins }))]
        : []),
    ].map((adapter) => withNotedSessions(adapter, told)),
    ...(wire && walletConnect && { transports: [wire[0].walletconnect(walletConnect)] }),
    storage: kept ?? null,
    features: { allWallets: false },
    wallets: {
      custom: listings,
      order: ['injected', 'custom'],
      get include() {
        return [...shown]
      },
    },
  })
  const unsubscribe = kit.subscribe(() => {})
  return {
    kit,
    told,
    stop() {
      unsubscribe()
      kept?.close()
    },
  }
}

/** The adapter, with connectors that ask for every family at once and leave what was told. */
function withTogether(
  adapter: Adapter,
  options: {
    readonly told: WalletAnswers
    readonly chain: ChainId
    readonly isOffered: (wallet: Connector['wallet']) => boolean
  },
): Adapter {
  const { told, chain, isOffered } = options
  const wrapConnector = (connector: Connector): Connector => ({
    ...connector,
    async connect(request) {
      const together: TogetherPrompt = {}
      told.answers.set(connector.wallet.keys[0] ?? '', together)
      // Those on the page are asked for one network, whatever a remote wallet may be on.
      const chains = request.chains.filter(({ id }) => id === chain)
      return connector.connect({ ...request, chains, together })
    },
  })
  return {
    ...adapter,
    discover: (found) =>
      adapter.discover((connector) => {
        if (isOffered(connector.wallet)) found(wrapConnector(connector))
      }),
  }
}

/**
 * For remote wallets alone: those on the page tell their addresses of that family in the same
 * answer.
 */
function withoutDiscovery(adapter: Adapter): Adapter {
  return { ...adapter, discover: () => () => {} }
}

/** The adapter, with each remote session left in `told`. */
function withNotedSessions(adapter: Adapter, told: WalletAnswers): Adapter {
  const { remote } = adapter
  if (!remote) return adapter
  return {
    ...adapter,
    remote: (session) => {
      told.session = session
      return remote(session)
    },
  }
}
