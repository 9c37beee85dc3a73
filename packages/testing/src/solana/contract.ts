import type { Behavior } from '../parts/behavior.ts'

export interface MockSolanaWalletOptions {
  /** Name of the wallet; default "Mock Solana Wallet". */
  readonly name?: string
  /** Icon as a `data:image/…` URL. */
  readonly icon?: string
  /** Ed25519 seeds of 32 bytes; the first one's account is selected. Default: two fixed seeds. */
  readonly seeds?: readonly Uint8Array[]
  /**
   * Chains as Wallet Standard names them, such as `solana:devnet`. Default: mainnet, devnet,
   * testnet and localnet.
   */
  readonly chains?: readonly `solana:${string}`[]
  /** JSON-RPC address that receives signed transactions; without it they are not sent. */
  readonly rpcUrl?: string
  /** Whether the site is authorised from the start; default false. */
  readonly isAuthorized?: boolean
  /** Names of features that the wallet lacks, such as `solana:signIn`. */
  readonly lacks?: readonly string[]
  /**
   * Whether wallet, answers and events are class instances without own properties, whose members
   * are getters and methods of a prototype.
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

/** A wallet in the form in which Wallet Standard registers it. */
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
  /** Every request that the wallet received, in order, with the name of its feature. */
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[]
  /** Number of requests for which a real wallet would have shown a prompt. */
  readonly prompts: () => number
  /** Addresses of all accounts, the selected one first. */
  readonly addresses: () => readonly string[]
  readonly listenerCount: () => number
  readonly isAuthorized: () => boolean
  /**
   * Calls a feature as a page does, for example `ask('solana:signMessage', { account, message })`.
   */
  ask(feature: string, ...params: readonly unknown[]): Promise<unknown>
  /** Sets how requests of a feature are handled from now on; without a feature, all requests. */
  behave(behavior: Behavior, feature?: string): void
  /**
   * Sets how the next request of `feature` is handled; without a feature, the next request that
   * would show a prompt. Each further call is for one more request, in order.
   */
  behaveOnce(behavior: Behavior, feature?: string): void
  /** Handles the oldest hanging request with `behavior`; returns false when no request hangs. */
  release(behavior?: Behavior): Promise<boolean>
  /** Simulates that the user selects another account. */
  selectAccount(index: number): void
  /**
   * Simulates that the user switches chains: from now on the wallet's accounts support these
   * chains.
   */
  selectChains(chains: readonly `solana:${string}`[]): void
  /** Simulates that the user revokes the site's permission. */
  revoke(): void
  /** Locks the wallet: it shares no account with the site, but keeps the site's permission. */
  lock(): void
  unlock(): void
  /** Simulates a lost connection: every request fails until `revive` is called. */
  die(): void
  revive(): void
  /** Emits an event with any payload to the listeners of the feature `standard:events`. */
  emit(payload: unknown): void
  /**
   * Registers the wallet on `page` (Wallet Standard), at once and whenever an app becomes ready.
   * The returned function unregisters it.
   */
  install(page: EventTarget): () => void
}
