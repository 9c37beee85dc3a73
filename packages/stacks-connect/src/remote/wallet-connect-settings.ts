import { type ChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import type { Metadata } from '@latchkey/walletconnect'

/** A WalletConnect relay. */
export interface RelayAddress {
  /** Address of the relay, `ws:` or `wss:`. */
  readonly url: string
  /** Project id that the relay requires; default: the `projectId` of `walletConnect`. */
  readonly projectId?: string
}
/**
 * The options that `@stacks/connect` has for WalletConnect, and in addition the relays, which have
 * no default.
 */
export interface WalletConnectConfig {
  readonly projectId: string
  /**
   * Name, address and icons of the page, as wallets show them; missing ones are taken from the
   * document.
   */
  readonly metadata?: Partial<Metadata>
  /**
   * Networks to request, as CAIP-2 ids or as network objects of `@stacks/connect`; default Stacks,
   * its test network and Bitcoin.
   */
  readonly networks?: readonly (string | { readonly caipNetworkId: string })[]
  /** Relays to use; default: the option `relays` beside `walletConnect`. */
  readonly relays?: readonly RelayAddress[]
}
/** Options that let visitors choose wallets on other devices. */
export interface WalletConnectOptions {
  readonly walletConnect?: WalletConnectConfig
  /** @deprecated Use `walletConnect: { projectId }`. */
  readonly walletConnectProjectId?: string
  /** Relays to use when `walletConnect` has none. */
  readonly relays?: readonly RelayAddress[]
}

/** The WalletConnect options after validation, with defaults filled in. */
export interface WalletConnectSettings {
  readonly relays: readonly RelayAddress[]
  readonly metadata: Partial<Metadata>
  readonly chains: readonly ChainId[]
}

const defaultNetworks = ['stacks:1', 'stacks:2147483648', 'bip122:000000000019d6689c085ae165831e93']

/** Validates the WalletConnect options; undefined when there are none. Throws `config-invalid`. */
export function walletConnectSettings(
  options: WalletConnectOptions,
): WalletConnectSettings | undefined {
  const { walletConnectProjectId: former } = options
  const config = options.walletConnect ?? (former === undefined ? undefined : { projectId: former })
  if (config === undefined) return undefined
  const { projectId, metadata = {}, networks = defaultNetworks, relays = options.relays } = config
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

function chainOfNetwork(
  network: string | { readonly caipNetworkId: string },
  index: number,
): ChainId {
  const id = typeof network === 'string' ? network : network?.caipNetworkId
  const isSupportedChain =
    typeof id === 'string' && ['stacks', 'bip122'].includes(namespaceOf(id as ChainId))
  return isSupportedChain
    ? (id as ChainId)
    : refuseSettings(
        `networks[${index}] is ${String(id)}`,
        'name networks of Stacks and Bitcoin by CAIP-2',
      )
}

function refuseSettings(problem: string, remedy: string): never {
  throw new LatchkeyError('config-invalid', { reason: `walletConnect: ${problem}`, fix: remedy })
}
