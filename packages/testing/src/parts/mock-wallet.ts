import type { Address, Hex, LocalAccount } from 'viem'
import type { ChainReference } from '../evm/mock-chain.ts'
import type { Behavior } from './behavior.ts'

export interface MockEvmWalletOptions {
  /** Name of the wallet; default "Mock Wallet". */
  readonly name?: string
  /** Reverse domain name of the wallet (EIP-6963); default `test.mock.wallet`. */
  readonly rdns?: string
  /** Id that the wallet announces; default: random, as EIP-6963 requires. */
  readonly uuid?: string
  /** Icon as a `data:image/…` URL. */
  readonly icon?: string
  /**
   * Private keys or viem accounts, the first one is shown; default: the first of the usual test
   * mnemonic.
   */
  readonly accounts?: readonly (Hex | LocalAccount)[]
  /** Current chain; default 31337. */
  readonly chain?: ChainReference
  /** Chains that the wallet can switch to without adding them; default: the current one. */
  readonly chains?: readonly ChainReference[]
  /**
   * JSON-RPC address of a real node: reads are forwarded, transactions are signed here and sent
   * there.
   */
  readonly rpcUrl?: string
  /**
   * Whether the wallet connects and signs in by one prompt (ERC-7846, `wallet_connect`); default
   * false: the method does not exist.
   */
  readonly canSignIn?: boolean
  /** Capabilities by hex chain id, as in EIP-5792; absent means that the method does not exist. */
  readonly capabilities?: unknown
  /** Whether the site is authorised from the start; default false. */
  readonly isAuthorized?: boolean
  /**
   * Whether the wallet is locked from the start: it shares no account, and prompts its user to
   * unlock when a page connects.
   */
  readonly isLocked?: boolean
  /** Storage that keeps the site's permission over a reload; default none. */
  readonly memory?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Whether chain ids are decimal, as in some old wallets. */
  readonly isDecimal?: boolean
  /**
   * Whether wallet, answers and events are class instances with getters: no object has own
   * properties.
   */
  readonly isClass?: boolean
}

export type Listener = (payload: unknown) => void
export interface MockProvider {
  request(parameters: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): MockProvider
  removeListener(event: string, listener: Listener): MockProvider
}

export interface MockEvmWallet {
  readonly info: {
    readonly uuid: string
    readonly name: string
    readonly rdns: string
    readonly icon: string
  }
  readonly provider: MockProvider
  /** Every request, in order. */
  readonly requests: { readonly method: string; readonly params: unknown }[]
  /** Number of requests that would have shown a prompt. */
  readonly prompts: () => number
  /** Addresses of all accounts, the selected one first, shared with the page or not. */
  readonly addresses: () => readonly Address[]
  readonly listenerCount: () => number
  readonly state: () => {
    readonly accounts: readonly Address[]
    readonly chain: `eip155:${number}`
    readonly isAuthorized: boolean
  }
  /** Sets how requests of `method` are handled from now on; without a method, all requests. */
  behave(behavior: Behavior, method?: string): void
  /**
   * Sets how the next request of `method` is handled; without a method, the next one that would
   * show a prompt. Several calls hold for as many requests, in order.
   */
  behaveOnce(behavior: Behavior, method?: string): void
  /** Handles the oldest hanging request with `behavior`; false when none hangs. */
  release(behavior?: Behavior): Promise<boolean>
  /** The user selects another account. */
  selectAccount(index: number): void
  /** The user switches to another chain. */
  selectChain(chain: ChainReference): void
  /** The user revokes the permission. */
  revoke(): void
  /** The wallet is locked: it shares no account, the permission stays. */
  lock(): void
  unlock(): void
  /** The wallet loses its connection: every request fails until `revive`. */
  die(): void
  revive(): void
  emit(event: string, payload: unknown): void
  /**
   * Announces itself on `page` (EIP-6963), at once and on request; with `legacy`, also as
   * `window.ethereum`. The returned function removes it.
   */
  install(
    page: EventTarget,
    options?: { readonly announce?: boolean; readonly legacy?: boolean },
  ): () => void
}
