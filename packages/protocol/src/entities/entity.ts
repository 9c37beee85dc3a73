import type { AccountId, AssetId, ChainId } from '../caip/ids.ts'

/** How the page found a wallet, or which list contains it. */
export type Origin =
  | 'announced'
  | 'injected'
  | 'multiChain'
  | 'auth'
  | 'external'
  | 'walletConnect'
  | 'featured'
  | 'recent'
  | 'custom'
  | 'recommended'

export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinals' | 'stacks'

/** A coin or token; amounts are counted in its units. */
export interface Asset {
  readonly id: AssetId
  readonly name: string
  readonly symbol: string
  /** Number of the asset's decimal places, 0–36. */
  readonly decimals: number
  /** Icon as a `data:` URL or as an image address of the gateway. */
  readonly iconUrl?: string
}

/** A network that a page may use. */
export interface Chain<Id extends ChainId = ChainId> {
  /** CAIP-2 id of the chain. */
  readonly id: Id
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /**
   * HTTP(S) URLs of the owner's JSON-RPC nodes, in order of preference; no other nodes are
   * contacted.
   */
  readonly rpcUrls: readonly string[]
  /** Block explorer of the chain. Its pages are `{url}/tx/{hash}` and `{url}/address/{address}`. */
  readonly explorer?: { readonly name: string; readonly url: string }
  readonly testnet?: boolean
  /** Icon as a `data:` URL or as an image address of the gateway. */
  readonly iconUrl?: string
  /**
   * Contracts of the chain that an adapter may use, as addresses without their chain (Multicall3,
   * ENS universal resolver …).
   */
  readonly contracts?: Readonly<Record<string, string>>
}

/** A balance in the gateway's answer. The quantity is text, because JSON numbers are not exact. */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  readonly chainId?: ChainId | null
  /** CAIP-10 id of the token's contract; absent for the native coin. */
  readonly address?: AccountId | null
  /** Fiat value of the whole quantity, absent or null when unknown. */
  readonly value?: number | null
  /** Fiat price of one whole unit; absent or null when unknown. */
  readonly price?: number | null
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl?: string | null
}

export interface OnrampNetwork {
  readonly name: string
  readonly display_name: string
  readonly chain_id: string
  readonly contract_address: string
}
export interface OnrampOptions {
  readonly purchaseCurrencies: readonly {
    readonly id: string
    readonly name: string
    readonly symbol: string
    readonly networks: readonly OnrampNetwork[]
  }[]
  readonly paymentCurrencies: readonly {
    readonly id: string
    readonly payment_method_limits: readonly {
      readonly id: string
      readonly min: string
      readonly max: string
    }[]
  }[]
}
export interface Money {
  readonly amount: string
  readonly currency: string
}
export interface OnrampQuote {
  readonly networkFee: Money
  readonly paymentSubtotal: Money
  readonly paymentTotal: Money
  readonly purchaseAmount: Money
  readonly quoteId: string
}

export type Social = 'google' | 'x' | 'farcaster' | 'discord' | 'apple' | 'github' | 'facebook'
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/**
 * Features that a site owner can turn off. With `false` the feature's controls are not drawn, and
 * no seller, exchange or swap provider is called. A flag is added together with its feature.
 */
export interface FeatureFlags {
  /**
   * Whether swaps are offered; a list allows only these swap providers, by their displayed names.
   */
  readonly swaps: boolean | readonly string[]
  /** Whether buying coins is offered; a list allows only these sellers, by id. */
  readonly onramp: boolean | readonly string[]
  readonly email: boolean
  readonly socials: false | readonly Social[]
  readonly activity: boolean
  readonly emailCapture: boolean | readonly 'required'[]
  readonly receive: boolean
  readonly send: boolean
  readonly analytics: boolean
  readonly allWallets: boolean
  readonly legalCheckbox: boolean
  readonly collapseWallets: boolean
  /**
   * Whether several wallets of one chain family may be connected at once. If not, a wallet that is
   * connected replaces the earlier one of its family.
   */
  readonly multiWallet: boolean
  /**
   * Whether pages can use the dialog for payments, and whether deposits from an exchange are
   * offered.
   */
  readonly pay: boolean
  /**
   * Whether the gateway's sign-in is offered to connected visitors on pages whose kit has no option
   * `signIn`.
   */
  readonly signIn: boolean
}

/** One transaction in the answer of the history call. */
export interface HistoryTransaction {
  readonly id: string
  readonly metadata: {
    readonly operationType: string
    readonly hash: string
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: 'confirmed' | 'failed' | 'pending'
    readonly nonce: number
    readonly application?: { readonly name: string | null; readonly iconUrl: string | null } | null
    readonly chain?: ChainId | null
    /** An addition of Latchkey to the gateway's protocol: block number in decimal. */
    readonly block?: string | null
    /**
     * An addition of Latchkey to the gateway's protocol: fee that `sentFrom` paid, base units of
     * the chain's coin in decimal.
     */
    readonly fee?: string | null
    /**
     * An addition of Latchkey to the gateway's protocol: whether all transfers to which the spam
     * rules apply are spam. Such a transaction is hidden until the visitor asks for it.
     */
    readonly isSpam?: boolean | null
  }
  readonly transfers: readonly HistoryTransfer[] | null
}
export interface HistoryTransfer {
  readonly fungible_info?: {
    readonly name: string | null
    readonly symbol: string | null
    readonly icon?: { readonly url: string } | null
  } | null
  readonly nft_info?: {
    readonly name: string | null
    readonly content?: unknown
    readonly flags: { readonly is_spam: boolean }
  } | null
  readonly direction: 'in' | 'out' | 'self'
  readonly quantity: { readonly numeric: string }
  /** Fiat value of the amount when the block was mined; null when unknown. */
  readonly value?: number | null
  readonly price?: number | null
  /**
   * An addition of Latchkey to the gateway's protocol: CAIP-19 id of the asset, with `/` and the
   * token id for a collectible.
   */
  readonly asset?: string | null
  /**
   * An addition of Latchkey to the gateway's protocol: address, without its chain, of the other
   * party of this transfer: the sender, the receiver or, for an approval, the spender.
   */
  readonly counterparty?: string | null
  /**
   * An addition of Latchkey to the gateway's protocol: whether an approval's amount is unlimited.
   */
  readonly isUnlimited?: boolean | null
}

/** The price of one asset in the answer of the price call. */
export interface FungiblePrice {
  /** CAIP-10 id of the asset's contract; the chain's coin has the address `0xeeee…ee` (40 e's). */
  readonly address: AccountId
  readonly name: string
  readonly symbol: string
  readonly iconUrl?: string | null
  /** Fiat price of one whole unit of the asset. */
  readonly price: number
  readonly decimals: number
}

export interface RecentWallet {
  /**
   * Id of the wallet's listing or connector; `peer:…` for a remote wallet that no list contains.
   */
  readonly id: string
  readonly name: string
  readonly image_id?: string
  /** Link to the wallet's app that the remote wallet itself reported. */
  readonly mobile_link?: string
  /** Link that the remote wallet reported. */
  readonly universal_link?: string
}

/**
 * Local cache of the library for requests to Bitcoin and Stacks wallets; it never contains public
 * keys or derivation paths.
 */
export interface StacksLocalCache {
  readonly addresses: {
    readonly stx: readonly { readonly address: string; readonly symbol?: string }[]
    readonly btc: readonly { readonly address: string; readonly symbol?: string }[]
  }
  readonly version: string
  /** Time of the last change, in milliseconds since the epoch. */
  readonly updatedAt: number
}
