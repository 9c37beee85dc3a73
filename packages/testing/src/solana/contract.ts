import type { Behavior } from '../parts/behavior.ts'

export interface MockSolanaWalletOptions {
  /** Name of the wallet; default "Mock Solana Wallet". */
  readonly name?: string
  /** Icon as a `data:image/…` URL. */
  readonly icon?: string
  /** Seeds of 32 bytes; the first one's account is shown; default: two fixed seeds. */
  readonly seeds?: readonly Uint8Array[]
  /** Chains in Wallet Standard's spelling; default mainnet, devnet, testnet and localnet. */
  readonly chains?: readonly `solana:${string}`[]
  /** JSON-RPC address that receives signed transactions; without it they are not sent. */
  readonly rpcUrl?: string
  /** Whether the site is authorised from the start; default false. */
  readonly isAuthorized?: boolean
  /** Names of features that the wallet lacks, such as `solana:signIn`. */
  readonly lacks?: readonly string[]
  /**
   * Whether wallet, answers and events are class instances with getters: no object has own
   * properties.
   */
  readonly isClass?: boolean
  /** Transaction versions that the wallet claims to sign; default: `legacy` and 0. */
  readonly versions?: readonly ('legacy' | 0)[]
  /**
   * Changes the requested transaction before the wallet signs it (and sends it): for example
   * `withPriorityFee`, or a change that steals.
   */
  readonly rewrites?: (transaction: Uint8Array) => Uint8Array
}

/** An account in the shape of Wallet Standard. */
export interface MockSolanaAccount {
  readonly address: string
  /** Public key of 32 bytes. */
  readonly publicKey: Uint8Array
  readonly chains: readonly `solana:${string}`[]
  readonly features: readonly string[]
}

/** A wallet object of Wallet Standard. */
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
  /** All accounts, also those that are not shared with the page. */
  readonly accounts: readonly MockSolanaAccount[]
  /** Every request, in order, by feature. */
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[]
  /** Number of requests that would have shown a prompt. */
  readonly prompts: () => number
  /** Addresses of all accounts, the selected one first. */
  readonly addresses: () => readonly string[]
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /** Calls a feature like a page: `ask('solana:signMessage', { account, message })`. */
  ask(feature: string, ...params: readonly unknown[]): Promise<unknown>
  /** Sets how requests of a feature are handled from now on; without a feature, all requests. */
  behave(behavior: Behavior, feature?: string): void
  /**
   * Sets how the next request of `feature` is handled; without a feature, the next one that would
   * show a prompt. Several calls hold for as many requests, in order.
   */
  behaveOnce(behavior: Behavior, feature?: string): void
  /** Handles the oldest hanging request with `behavior`; false when none hangs. */
  release(behavior?: Behavior): Promise<boolean>
  /** The user selects another account. */
  selectAccount(index: number): void
  /** The user switches chains: the accounts are on these chains from now on. */
  selectChains(chains: readonly `solana:${string}`[]): void
  /** The user revokes the permission. */
  revoke(): void
  /** The wallet is locked: it shares no account, the permission stays. */
  lock(): void
  unlock(): void
  /** The wallet loses its connection: every request fails until `revive`. */
  die(): void
  revive(): void
  /** Emits any payload to the listeners of `standard:events`. */
  emit(payload: unknown): void
  /**
   * Registers on `page` (Wallet Standard), at once and whenever an app becomes ready. The returned
   * function unregisters.
   */
  install(page: EventTarget): () => void
}
