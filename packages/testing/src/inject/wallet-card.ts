/**
 * How the objects of an injected wallet look to the page. `class`: instances whose members are
 * getters and methods of the prototype, without own properties · `proxy`: a Proxy around such an
 * instance · `frozen`: frozen plain objects. Published wallets come in all three forms.
 */
export type WalletShape = 'class' | 'proxy' | 'frozen'

/** A value as it travels between the test and the page: JSON in which objects with `$` are marks. */
export type Wire =
  | null
  | boolean
  | number
  | string
  | readonly Wire[]
  | { readonly [key: string]: Wire }

/** What the page's script needs to know of an Ethereum wallet. */
export interface EvmCard {
  readonly kind: 'evm'
  /** The announced data of EIP-6963. */
  readonly info: { readonly [key: string]: string }
  /** Whether the wallet stands at `window.ethereum` too. */
  readonly isLegacy: boolean
}

/** What the page's script needs to know of a wallet that registers by Wallet Standard. */
export interface StandardCard {
  readonly kind: 'standard'
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  /** Members of each feature, functions as marks. */
  readonly features: { readonly [name: string]: { readonly [member: string]: Wire } }
}

/** What the page's script needs to know of a wallet for Bitcoin and Stacks. */
export interface WbipCard {
  readonly kind: 'wbip'
  /** Dotted path of the wallet's object. */
  readonly path: string
  /** The page's lists in which the wallet registers, and its entry there. */
  readonly registries: readonly string[]
  readonly entry: { readonly [key: string]: string }
  /** Members of the object other than `request`, functions as marks. */
  readonly marks: { readonly [member: string]: Wire }
}

/** Everything that the page's script is given. */
export interface WalletCard {
  /** Name of the function on the page that reaches the test. */
  readonly channel: string
  readonly shape: WalletShape
  readonly wallet: EvmCard | StandardCard | WbipCard
}

/** What the page tells the test. */
export type PageMessage =
  | { readonly type: 'hello' }
  | { readonly type: 'request'; readonly method: string; readonly params: Wire }

/** What the test answers to a request. */
export type PageAnswer =
  | { readonly result: Wire }
  | { readonly failure: Wire; readonly message?: string }
