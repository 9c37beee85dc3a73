import type { Behavior } from '../parts/behavior.ts'
import type { BitcoinKind } from '../wbip/message.ts'

export interface MockBitcoinStandardWalletOptions {
  /** Name of the wallet; default "Mock Bitcoin Wallet". */
  readonly name?: string
  /** Icon as a `data:image/…` URL. */
  readonly icon?: string
  /**
   * Private keys, 32 bytes in hex each; the first one is the selected account. Default: two
   * well-known test keys.
   */
  readonly keys?: readonly string[]
  /** Network: `mainnet`, `testnet`, `signet` or `regtest` (default). */
  readonly network?: string
  /** Type of the payment address; default P2WPKH. */
  readonly payment?: BitcoinKind
  /**
   * Whether the accounts are incomplete, as in some wallets: without network and purpose, and with
   * bytes that are no public key.
   */
  readonly isVague?: boolean
  /**
   * Whether the wallet shares accounts only after a prompt, and does not tell the page of changed
   * accounts.
   */
  readonly isQuiet?: boolean
  /** Whether the site is authorised from the start; default false. */
  readonly isAuthorized?: boolean
  /** Names of features that the wallet lacks, such as `bitcoin:switchNetwork`. */
  readonly lacks?: readonly string[]
  /**
   * Whether wallet, answers and events are class instances without own properties, whose members
   * are getters and methods of a prototype.
   */
  readonly isClass?: boolean
  /** Features by name that are added to the wallet, or replace its own. */
  readonly more?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An account in the shape of Wallet Standard. */
export interface MockBitcoinAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `bitcoin:${string}`[]
  readonly features: readonly string[]
  readonly purpose?: 'payment' | 'ordinals'
}

export interface MockBitcoinStandardWallet {
  /** The wallet in the form in which Wallet Standard registers it. */
  readonly wallet: {
    readonly version: '1.0.0'
    readonly name: string
    readonly icon: string
    readonly chains: readonly `bitcoin:${string}`[]
    readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly accounts: readonly MockBitcoinAccount[]
  }
  /** Every request that the wallet received, in order, with the name of its feature. */
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[]
  /** Number of requests for which a real wallet would have shown a prompt. */
  readonly prompts: () => number
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /**
   * Addresses of the selected account on the current network: first for payments, then for
   * ordinals.
   */
  readonly addresses: () => readonly string[]
  /** Sets how requests of a feature are handled from now on; without a feature, all requests. */
  behave(behavior: Behavior, feature?: string): void
  /**
   * Sets how the next request of `feature` is handled; without a feature, the next request that
   * would show a prompt. Each further call is for one more request, in order.
   */
  behaveOnce(behavior: Behavior, feature?: string): void
  /** Handles the oldest hanging request with `behavior`; returns false when no request hangs. */
  release(behavior?: Behavior): Promise<boolean>
  selectAccount(index: number): void
  /** Simulates that the user switches to another network. */
  selectNetwork(name: string): void
  /** Simulates that the user revokes the site's permission. */
  revoke(): void
  /** Emits an event with any payload to the listeners of the feature `bitcoin:events`. */
  emit(payload: unknown): void
  /**
   * Registers the wallet on `page` (Wallet Standard), at once and whenever an app becomes ready.
   * The returned function unregisters it.
   */
  install(page: EventTarget): () => void
}
