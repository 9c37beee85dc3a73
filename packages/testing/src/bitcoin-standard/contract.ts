import type { Behavior } from '../parts/behavior.ts'
import type { BitcoinKind } from '../wbip/message.ts'

export interface MockBitcoinStandardWalletOptions {
  /** Default "Mock Bitcoin Wallet". */
  readonly name?: string
  /** `data:image/…`. */
  readonly icon?: string
  /**
   * Private keys, 32 bytes in hex; the first one shown. Default two well-known ones, for tests
   * only.
   */
  readonly keys?: readonly string[]
  /** `mainnet`, `testnet`, `signet` or `regtest`; default the last. */
  readonly network?: string
  /** How its payment address is made; default P2WPKH. */
  readonly payment?: BitcoinKind
  /**
   * Accounts that say neither their network nor what they are for, with other bytes in the place of
   * their keys.
   */
  readonly isVague?: boolean
  /** Tells no accounts unasked, and no changes of them. */
  readonly isQuiet?: boolean
  /** Whether the site is allowed from the start; default false. */
  readonly isAuthorized?: boolean
  /** Features it does without: `bitcoin:switchNetwork`. */
  readonly lacks?: readonly string[]
  /**
   * Written as classes with getters, its answers and events too: nothing it hands out has a
   * property of its own.
   */
  readonly isClass?: boolean
  /** Further features, or others in the place of its own. */
  readonly more?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An account as Wallet Standard shapes it. */
export interface MockBitcoinAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `bitcoin:${string}`[]
  readonly features: readonly string[]
  readonly purpose?: 'payment' | 'ordinals'
}

export interface MockBitcoinStandardWallet {
  /** What registers. */
  readonly wallet: {
    readonly version: '1.0.0'
    readonly name: string
    readonly icon: string
    readonly chains: readonly `bitcoin:${string}`[]
    readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly accounts: readonly MockBitcoinAccount[]
  }
  /** Every request, in order, by feature. */
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[]
  /** Requests that a person would have been shown. */
  readonly prompts: () => number
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /** Addresses of the key it shows, on the network it is on: payment, ordinals. */
  readonly addresses: () => readonly string[]
  /**
   * Sets how requests of a feature are met until told otherwise; without a feature, every request.
   */
  behave(behavior: Behavior, feature?: string): void
  /** Lets the oldest hanging request be met as `behavior`; false when none hangs. */
  release(behavior?: Behavior): Promise<boolean>
  selectAccount(index: number): void
  /** The person goes to another network. */
  selectNetwork(name: string): void
  /** The person takes the permission back. */
  revoke(): void
  /** Tells the listeners of `bitcoin:events` whatever it is. */
  emit(payload: unknown): void
  /**
   * Registers on `page` (Wallet Standard), at once and whenever an app gets ready. The stop
   * unregisters.
   */
  install(page: EventTarget): () => void
}
