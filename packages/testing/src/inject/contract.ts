import type { MockBitcoinStandardWalletOptions } from '../bitcoin-standard/contract.ts'
import type { ChainReference } from '../evm/mock-chain.ts'
import type { Behavior } from '../parts/behavior.ts'
import type { MockEvmWalletOptions } from '../parts/mock-wallet.ts'
import type { MockSolanaWalletOptions } from '../solana/contract.ts'
import type { MockWbipAddress, MockWbipWalletOptions } from '../wbip/contract.ts'
import type { WalletShape } from './wallet-card.ts'

/** The part of Playwright's `Frame` that an injected wallet uses. */
export interface InjectionFrame {
  evaluate(expression: string): Promise<unknown>
}

/**
 * A page or a browser context of Playwright (`playwright`, `playwright-core` or
 * `@playwright/test`). A wallet that is injected into a context exists in all of the context's
 * pages.
 */
export interface InjectionTarget {
  exposeBinding(
    name: string,
    callback: (source: { readonly frame: InjectionFrame }, message: string) => Promise<string>,
  ): Promise<unknown>
  addInitScript(script: { readonly content: string }): Promise<unknown>
}

interface ShapeOption {
  /** How the wallet's objects look to the page; default `class`. */
  readonly shape?: WalletShape
}

/** An Ethereum wallet that announces itself by EIP-6963. */
export interface InjectEvmOptions extends ShapeOption, Omit<MockEvmWalletOptions, 'isClass'> {
  readonly family?: 'evm'
  /** Whether the wallet's provider is also at `window.ethereum`; default false. */
  readonly isLegacy?: boolean
}

/** A Solana wallet that registers by Wallet Standard. */
export interface InjectSolanaOptions extends ShapeOption, Omit<MockSolanaWalletOptions, 'isClass'> {
  readonly family: 'solana'
}

/** A Bitcoin wallet that registers by Wallet Standard. */
export interface InjectBitcoinOptions
  extends ShapeOption,
    Omit<MockBitcoinStandardWalletOptions, 'isClass'> {
  readonly family: 'bitcoin'
}

/**
 * A wallet for Bitcoin and Stacks (WBIP), whose object is at a path of the page's `window`, like
 * those of Leather and Xverse.
 */
export interface InjectStacksOptions
  extends ShapeOption,
    Omit<MockWbipWalletOptions, 'isClass' | 'persona'>,
    Partial<Pick<MockWbipWalletOptions, 'persona'>> {
  readonly family: 'stacks'
}

/** A request that a page made. */
export interface InjectedRequest {
  /** Name of the JSON-RPC method or Wallet Standard feature. */
  readonly method: string
  readonly params: unknown
}

/**
 * How an injected wallet handles a request. The behaviour `twice` is excluded, because a thenable
 * cannot be passed from the test to the page.
 */
export type InjectedBehavior = Exclude<Behavior, 'twice'>

/**
 * The controls of an injected wallet of any family. A promise resolves once the page has received
 * the change.
 */
export interface InjectedWallet {
  /** Name by which the wallet presents itself to the page. */
  readonly name: string
  /** Every request of the page, in order, including those before a reload. */
  readonly requests: readonly InjectedRequest[]
  /** Number of requests for which a real wallet would have shown a prompt. */
  prompts(): number
  /** Addresses of all accounts, the selected one first. */
  addresses(): readonly string[]
  /** Sets how requests of `method` are handled from now on; without a method, all requests. */
  behave(behavior: InjectedBehavior, method?: string): void
  /**
   * Sets how the next request of `method` is handled; without a method, the next one that would
   * show a prompt.
   */
  behaveOnce(behavior: InjectedBehavior, method?: string): void
  /**
   * Rejects the next request of `method`; without a method, the next request that would show a
   * prompt.
   */
  rejectNext(method?: string): void
  /**
   * Approves the next request of `method`, even if `behave` has set another behaviour for later
   * requests.
   */
  approveNext(method?: string): void
  /** Approves every request after `ms` milliseconds. */
  delay(ms: number): void
  /**
   * Handles the oldest hanging request with `behavior`; resolves to false when no request hangs.
   */
  release(behavior?: InjectedBehavior): Promise<boolean>
  /**
   * Resolves to the next request of `method`; without a method, the next request that would show a
   * prompt.
   */
  waitForRequest(method?: string): Promise<InjectedRequest>
  /** Simulates that the user selects another account. */
  selectAccount(index: number): Promise<void>
  /** Simulates that the user revokes the site's permission. */
  revoke(): Promise<void>
  /** Emits an event with any name and payload to the page. */
  emit(event: string, payload: unknown): Promise<void>
}

/** Controls of wallets that can be locked and can lose their connection. */
interface Lockable {
  /** Locks the wallet: it shares no account with the site, but keeps the site's permission. */
  lock(): Promise<void>
  unlock(): Promise<void>
  /** Simulates a lost connection: every request fails until `revive` is called. */
  die(): Promise<void>
  revive(): void
}

/** The controls of an injected Ethereum wallet. */
export interface InjectedEvmWallet extends InjectedWallet, Lockable {
  readonly family: 'evm'
  /** CAIP-2 id of the current chain. */
  chain(): `eip155:${number}`
  isAuthorized(): boolean
  /** Simulates that the user switches to another chain. */
  selectChain(chain: ChainReference): Promise<void>
}

/** The controls of an injected Solana wallet. */
export interface InjectedSolanaWallet extends InjectedWallet, Lockable {
  readonly family: 'solana'
  isAuthorized(): boolean
  /**
   * Simulates that the user switches chains: from now on the wallet's accounts support these
   * chains.
   */
  selectChains(chains: readonly `solana:${string}`[]): Promise<void>
}

/** The controls of an injected Bitcoin wallet. */
export interface InjectedBitcoinWallet extends InjectedWallet {
  readonly family: 'bitcoin'
  isAuthorized(): boolean
  /** Simulates that the user switches to `mainnet`, `testnet`, `signet` or `regtest`. */
  selectNetwork(name: string): Promise<void>
}

/** The controls of an injected wallet for Bitcoin and Stacks. */
export interface InjectedStacksWallet extends InjectedWallet {
  readonly family: 'stacks'
  isAuthorized(): boolean
  /** Addresses of the selected account, each with its purpose and public key. */
  purposes(): readonly MockWbipAddress[]
  /**
   * Simulates that the user switches to another network; `name` is one of the persona's `networks`.
   */
  selectNetwork(name: string): Promise<void>
}
