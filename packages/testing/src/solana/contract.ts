import type { Behavior } from '../parts/behavior.ts'

export interface MockSolanaWalletOptions {
  /** Default "Mock Solana Wallet". */
  readonly name?: string
  /** `data:image/…`. */
  readonly icon?: string
  /** Seeds of 32 bytes, the first one's account shown; default two fixed ones. */
  readonly seeds?: readonly Uint8Array[]
  /** As Wallet Standard spells them; default mainnet, devnet, testnet and localnet. */
  readonly chains?: readonly `solana:${string}`[]
  /** JSON-RPC address that signed transactions are sent to; without it they go nowhere. */
  readonly rpcUrl?: string
  /** Whether the site is allowed from the start; default false. */
  readonly isAuthorized?: boolean
  /** Features it does without: `solana:signIn`. */
  readonly lacks?: readonly string[]
  /**
   * Written as classes with getters, its answers and events too: nothing it hands out has a
   * property of its own.
   */
  readonly isClass?: boolean
  /** Versions of transactions that it says it signs; default both. */
  readonly versions?: readonly ('legacy' | 0)[]
  /**
   * What it signs (and sends) in the place of a transaction that it is asked for:
   * `withPriorityFee`, or somebody's theft.
   */
  readonly rewrites?: (transaction: Uint8Array) => Uint8Array
}

/** An account as Wallet Standard shapes it. */
export interface MockSolanaAccount {
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  readonly chains: readonly `solana:${string}`[]
  readonly features: readonly string[]
}

/** What Wallet Standard calls a wallet. */
export interface MockStandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: string
  readonly chains: readonly `solana:${string}`[]
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly accounts: readonly MockSolanaAccount[]
}

export interface MockSolanaWallet {
  readonly wallet: MockStandardWallet
  /** All accounts, shared with the page or not. */
  readonly accounts: readonly MockSolanaAccount[]
  /** Every request, in order, by feature. */
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[]
  /** Requests that a person would have been shown. */
  readonly prompts: () => number
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /** Calls a feature, as a page would: `ask('solana:signMessage', { account, message })`. */
  ask(feature: string, ...params: readonly unknown[]): Promise<unknown>
  /**
   * Sets how requests of a feature are met until told otherwise; without a feature, every request.
   */
  behave(behavior: Behavior, feature?: string): void
  /** Lets the oldest hanging request be met as `behavior`; false when none hangs. */
  release(behavior?: Behavior): Promise<boolean>
  /** The person looks at another account. */
  selectAccount(index: number): void
  /** The person turns to other chains: the accounts are there from now on. */
  selectChains(chains: readonly `solana:${string}`[]): void
  /** The person takes the permission back, or locks the wallet. */
  revoke(): void
  /** The wallet loses its connection: every request fails until `revive`. */
  die(): void
  revive(): void
  /** Tells the listeners of `standard:events` whatever it is. */
  emit(payload: unknown): void
  /**
   * Registers on `page` (Wallet Standard), at once and whenever an app gets ready. The stop
   * unregisters.
   */
  install(page: EventTarget): () => void
}
