/**
 * How the objects of an injected wallet look to the page. `class`: instances whose members are
 * getters and methods of the prototype, without own properties · `proxy`: a Proxy around such an
 * instance · `frozen`: frozen plain objects. Published wallets come in all three forms.
 */
export type WalletShape = 'class' | 'proxy' | 'frozen'

/**
 * A value in the form in which it is passed between test and page: JSON, in which an object with a
 * `$` field stands for a value that JSON lacks, such as bytes or a bigint.
 */
export type Wire =
  | null
  | boolean
  | number
  | string
  | readonly Wire[]
  | { readonly [key: string]: Wire }

/** Data with which the page's script creates an Ethereum wallet. */
export interface EvmCard {
  readonly kind: 'evm'
  /** The `info` that the wallet announces by EIP-6963. */
  readonly info: { readonly [key: string]: string }
  /** Whether the wallet's provider is also at `window.ethereum`. */
  readonly isLegacy: boolean
}

/** Data with which the page's script creates a wallet that registers by Wallet Standard. */
export interface StandardCard {
  readonly kind: 'standard'
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  /** Members of each feature's object; a function is written as `{ $: 'function' }`. */
  readonly features: { readonly [name: string]: { readonly [member: string]: Wire } }
}

/** Data with which the page's script creates a wallet for Bitcoin and Stacks (WBIP). */
export interface WbipCard {
  readonly kind: 'wbip'
  /** Dotted path of the wallet's object on the page's `window`. */
  readonly path: string
  /**
   * Names of the lists on `window` in which the wallet registers, and the entry that it adds to
   * each.
   */
  readonly registries: readonly string[]
  readonly entry: { readonly [key: string]: string }
  /**
   * Members of the wallet's object except `request`; a function is written as `{ $: 'function' }`.
   */
  readonly marks: { readonly [member: string]: Wire }
}

/** All data that the page's script gets. */
export interface WalletCard {
  /** Name of the page's global function that sends a message to the test. */
  readonly channel: string
  readonly shape: WalletShape
  readonly wallet: EvmCard | StandardCard | WbipCard
}

/** A message from the page to the test. */
export type PageMessage =
  | { readonly type: 'hello' }
  | { readonly type: 'request'; readonly method: string; readonly params: Wire }

/** The test's answer to a request of the page: a result, or the error that the page must throw. */
export type PageAnswer =
  | { readonly result: Wire }
  | { readonly failure: Wire; readonly message?: string }
