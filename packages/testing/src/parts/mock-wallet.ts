import type { Address, Hex, LocalAccount } from 'viem'
import type { ChainReference } from '../evm/mock-chain.ts'
import type { Behavior } from './behavior.ts'

export interface MockEvmWalletOptions {
  /** Default "Mock Wallet". */
  readonly name?: string
  /** Default `test.mock.wallet`. */
  readonly rdns?: string
  /** Default random, as EIP-6963 wants it. */
  readonly uuid?: string
  /** `data:image/…`. */
  readonly icon?: string
  /**
   * Private keys or viem accounts, the first one shown; default the first of the usual test
   * mnemonic.
   */
  readonly accounts?: readonly (Hex | LocalAccount)[]
  /** The chain it is on; default 31337. */
  readonly chain?: ChainReference
  /** Chains it can switch to without adding; default the one it is on. */
  readonly chains?: readonly ChainReference[]
  /**
   * JSON-RPC address of a real node: reads are forwarded, transactions signed here and sent there.
   */
  readonly rpcUrl?: string
  /** By hex chain id, as EIP-5792 spells it; absent means the method does not exist. */
  readonly capabilities?: unknown
  /** Whether the site is allowed from the start; default false. */
  readonly isAuthorized?: boolean
  /**
   * Whether it is locked from the start: it shares no account, and asks its owner to unlock it
   * where a page asks to connect.
   */
  readonly isLocked?: boolean
  /** Where it keeps that the site is allowed, so that a reload finds it so; default nowhere. */
  readonly memory?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Answers chain ids in decimal, as some old wallets do. */
  readonly isDecimal?: boolean
  /**
   * Written as classes with getters, its answers and events too: nothing it hands out has a
   * property of its own.
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
  /** Requests that a person would have been shown. */
  readonly prompts: () => number
  readonly listenerCount: () => number
  readonly state: () => {
    readonly accounts: readonly Address[]
    readonly chain: `eip155:${number}`
    readonly isAuthorized: boolean
  }
  /**
   * Sets how requests of `method` are met until told otherwise; without a method, every request.
   */
  behave(behavior: Behavior, method?: string): void
  /** Lets the oldest hanging request be met as `behavior`; false when none hangs. */
  release(behavior?: Behavior): Promise<boolean>
  /** The person looks at another account. */
  selectAccount(index: number): void
  /** The person goes to another chain. */
  selectChain(chain: ChainReference): void
  /** The person takes the permission back. */
  revoke(): void
  /** The person locks it, or it does by itself: no account is shared, the permission stays. */
  lock(): void
  unlock(): void
  /** The wallet loses its connection: every request fails until `revive`. */
  die(): void
  revive(): void
  emit(event: string, payload: unknown): void
  /**
   * Announces itself on `page` (EIP-6963), at once and whenever asked; with `legacy`, stands as
   * `window.ethereum` too. The stop makes it vanish.
   */
  install(
    page: EventTarget,
    options?: { readonly announce?: boolean; readonly legacy?: boolean },
  ): () => void
}
