import { type ChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { Metadata } from '@latchkey/walletconnect'

/** A relay of WalletConnect. */
export interface RelayAddress {
  /** `ws:` or `wss:`. */
  readonly url: string
  /** Default: that of `walletConnect`. */
  readonly projectId?: string
}
/** As in the existing library, with the relays, of which there is no default. */
export interface WalletConnectConfig {
  readonly projectId: string
  /** What wallets show of the page; default what the document says of itself. */
  readonly metadata?: Partial<Metadata>
  /** CAIP-2, or the existing library's objects; default Stacks, its test network and Bitcoin. */
  readonly networks?: readonly (string | { readonly caipNetworkId: string })[]
  /** Default: `relays` beside `walletConnect`. */
  readonly relays?: readonly RelayAddress[]
}
/** Options by which wallets on other devices can be chosen. */
export interface WalletConnectOptions {
  readonly walletConnect?: WalletConnectConfig
  /** @deprecated Say `walletConnect: { projectId }`. */
  readonly walletConnectProjectId?: string
  /** Used where `walletConnect` names none. */
  readonly relays?: readonly RelayAddress[]
}

/** The options, checked and whole. */
export interface WalletConnectSettings {
  readonly relays: readonly RelayAddress[]
  readonly metadata: Partial<Metadata>
  readonly chains: readonly ChainId[]
}

const networksByDefault = [
  'stacks:1',
  'stacks:2147483648',
  'bip122:000000000019d6689c085ae165831e93',
]

/** What the options say of WalletConnect; undefined where nothing. Throws `config-invalid`. */
export function walletConnectSettings(
  options: WalletConnectOptions,
): WalletConnectSettings | undefined {
  const { walletConnectProjectId: former } = options
  const config = options.walletConnect ?? (former === undefined ? undefined : { projectId: former })
  if (config === undefined) return undefined
  const { projectId, metadata = {}, networks = networksByDefault, relays = options.relays } = config
  if (typeof projectId !== 'string' || projectId === '')
    return refuseSettings('no projectId', 'pass walletConnect: { projectId, relays }')
  if (!Array.isArray(relays) || relays.length === 0)
    return refuseSettings(
      'no relays',
      "pass relays: [{ url: 'wss://…' }] in it or beside it: there is no default relay",
    )
  return {
    relays: (relays as readonly RelayAddress[]).map((relay) => ({ projectId, ...relay })),
    metadata,
    chains: networks.map(chainOfNetwork),
  }
}

function chainOfNetwork(network: string | { readonly caipNetworkId: string }, at: number): ChainId {
  const id = typeof network === 'string' ? network : network?.caipNetworkId
  const isKnown =
    typeof id === 'string' && ['stacks', 'bip122'].includes(namespaceOf(id as ChainId))
  return isKnown
    ? (id as ChainId)
    : refuseSettings(
        `networks[${at}] is ${String(id)}`,
        'name networks of Stacks and Bitcoin by CAIP-2',
      )
}

function refuseSettings(what: string, fix: string): never {
  throw new LatchkeyError('config-invalid', { reason: `walletConnect: ${what}`, fix })
}
