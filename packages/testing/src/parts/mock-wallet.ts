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
   * Private keys or viem accounts; the first one is selected. Default: the first account of the
   * usual test mnemonic.
   */
  readonly accounts?: readonly (Hex | LocalAccount)[]
  /** Current chain; default 31337. */
  readonly chain?: ChainReference
  /** Chains that the wallet can switch to without adding them; default: the current one. */
  readonly chains?: readonly ChainReference[]
  /**
   * JSON-RPC URL of a real node. The wallet forwards reads to it, and sends it the transactions
   * that the wallet has signed.
   */
  readonly rpcUrl?: string
  /**
   * Whether the wallet can connect and sign in by one prompt (ERC-7846, `wallet_connect`). Default
   * false: the wallet does not support the method.
   */
  readonly canSignIn?: boolean
  /**
   * Answer of `wallet_getCapabilities` by hex chain id (EIP-5792); when absent, the wallet does not
   * support the method.
   */
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
   * Whether wallet, answers and events are class instances without own properties, whose members
   * are getters and methods of a prototype.
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
  /** Every request that the wallet received, in order. */
  readonly requests: { readonly method: string; readonly params: unknown }[]
  /** Number of requests for which a real wallet would have shown a prompt. */
  readonly prompts: () => number
  /**
   * Addresses of all accounts, the selected one first, including those that are not shared with the
   * page.
   */
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
   * Sets how the next request of `method` is handled; without a method, the next request that would
   * show a prompt. Each further call is for one more request, in order.
   */
  behaveOnce(behavior: Behavior, method?: string): void
  /** Handles the oldest hanging request with `behavior`; returns false when no request hangs. */
  release(behavior?: Behavior): Promise<boolean>
  /** Simulates that the user selects another account. */
  selectAccount(index: number): void
  /** Simulates that the user switches to another chain. */
  selectChain(chain: ChainReference): void
  /** Simulates that the user revokes the site's permission. */
  revoke(): void
  /** Locks the wallet: it shares no account with the site, but keeps the site's permission. */
  lock(): void
  unlock(): void
  /** Simulates a lost connection: every request fails until `revive` is called. */
  die(): void
  revive(): void
  emit(event: string, payload: unknown): void
  /**
   * Announces the wallet on `page` (EIP-6963), at once and whenever the page asks; with `legacy`,
   * also sets `window.ethereum`. The returned function removes the wallet.
   */
  install(
    page: EventTarget,
    options?: { readonly announce?: boolean; readonly legacy?: boolean },
  ): () => void
}
