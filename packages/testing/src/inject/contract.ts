import type { MockBitcoinStandardWalletOptions } from '../bitcoin-standard/contract.ts'
import type { ChainReference } from '../evm/mock-chain.ts'
import type { Behavior } from '../parts/behavior.ts'
import type { MockEvmWalletOptions } from '../parts/mock-wallet.ts'
import type { MockSolanaWalletOptions } from '../solana/contract.ts'
import type { MockWbipAddress, MockWbipWalletOptions } from '../wbip/contract.ts'
import type { WalletShape } from './wallet-card.ts'

/** The parts of a frame of Playwright that an injected wallet uses. */
export interface InjectionFrame {
  evaluate(expression: string): Promise<unknown>
}

/**
 * A page or a browser context of Playwright (`playwright`, `playwright-core` or
 * `@playwright/test`). A wallet in a context stands in every page of it.
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
  /** Whether the wallet stands at `window.ethereum` too; default false. */
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

/** A wallet for Bitcoin and Stacks at a path of the page (WBIP), as Leather and Xverse. */
export interface InjectStacksOptions
  extends ShapeOption,
    Omit<MockWbipWalletOptions, 'isClass' | 'persona'>,
    Partial<Pick<MockWbipWalletOptions, 'persona'>> {
  readonly family: 'stacks'
}

/** A request that a page made. */
export interface InjectedRequest {
  /** Name of the method, or of the feature of Wallet Standard. */
  readonly method: string
  readonly params: unknown
}

/**
 * How an injected wallet handles a request. An answer that calls back `twice` cannot cross from the
 * test to the page.
 */
export type InjectedBehavior = Exclude<Behavior, 'twice'>

/** The controls that a wallet of every family has. Those that resolve do so when the page knows. */
export interface InjectedWallet {
  /** The name that the page is told. */
  readonly name: string
  /** Every request of the page, in order, from the first document on. */
  readonly requests: readonly InjectedRequest[]
  /** Number of requests that would have shown a prompt. */
  prompts(): number
  /** Addresses of the wallet; the selected account's first. */
  addresses(): readonly string[]
  /** Sets how requests of `method` are handled from now on; without a method, all requests. */
  behave(behavior: InjectedBehavior, method?: string): void
  /**
   * Sets how the next request of `method` is handled; without a method, the next one that would
   * show a prompt.
   */
  behaveOnce(behavior: InjectedBehavior, method?: string): void
  /** Rejects the next request of `method`; without one, the next that would show a prompt. */
  rejectNext(method?: string): void
  /** Approves the next request of `method`, whatever `behave` says of those after it. */
  approveNext(method?: string): void
  /** Approves every request after `ms` milliseconds. */
  delay(ms: number): void
  /** Handles the oldest hanging request; false when none hangs. */
  release(behavior?: InjectedBehavior): Promise<boolean>
  /** Resolves with the next request of `method`; without one, the next that shows a prompt. */
  waitForRequest(method?: string): Promise<InjectedRequest>
  /** The user selects another account. */
  selectAccount(index: number): Promise<void>
  /** The user revokes the site's permission. */
  revoke(): Promise<void>
  /** Emits any event to the page. */
  emit(event: string, payload: unknown): Promise<void>
}

/** Controls of wallets that can be locked, and lose their connection. */
interface Lockable {
  /** The wallet is locked: it shares no account, the permission stays. */
  lock(): Promise<void>
  unlock(): Promise<void>
  /** The wallet loses its connection: every request fails until `revive`. */
  die(): Promise<void>
  revive(): void
}

/** The controls of an injected Ethereum wallet. */
export interface InjectedEvmWallet extends InjectedWallet, Lockable {
  readonly family: 'evm'
  /** Current chain, as CAIP-2. */
  chain(): `eip155:${number}`
  isAuthorized(): boolean
  /** The user switches to another chain. */
  selectChain(chain: ChainReference): Promise<void>
}

/** The controls of an injected Solana wallet. */
export interface InjectedSolanaWallet extends InjectedWallet, Lockable {
  readonly family: 'solana'
  isAuthorized(): boolean
  /** The user switches chains: the accounts are on these from now on. */
  selectChains(chains: readonly `solana:${string}`[]): Promise<void>
}

/** The controls of an injected Bitcoin wallet. */
export interface InjectedBitcoinWallet extends InjectedWallet {
  readonly family: 'bitcoin'
  isAuthorized(): boolean
  /** The user switches to `mainnet`, `testnet`, `signet` or `regtest`. */
  selectNetwork(name: string): Promise<void>
}

/** The controls of an injected wallet for Bitcoin and Stacks. */
export interface InjectedStacksWallet extends InjectedWallet {
  readonly family: 'stacks'
  isAuthorized(): boolean
  /** Addresses with their purposes and public keys. */
  purposes(): readonly MockWbipAddress[]
  /** The user switches to another network of the persona's. */
  selectNetwork(name: string): Promise<void>
}
