import type { AccountId, AssetId, ChainId } from '../caip/ids.ts'

/** How the page learnt of a wallet. */
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

/** A coin or token: what an amount in base units is an amount of. */
export interface Asset {
  readonly id: AssetId
  readonly name: string
  readonly symbol: string
  /** Number of decimal places, 0–36. */
  readonly decimals: number
  /** `data:` or a gateway image address. */
  readonly iconUrl?: string
}

/** A network a page may use. */
export interface Chain {
  /** CAIP-2. */
  readonly id: ChainId
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** HTTP(S) JSON-RPC addresses of the owner, in order of preference; the only ones contacted. */
  readonly rpcUrls: readonly string[]
  /** Block explorer: pages are `{url}/tx/{hash}` and `{url}/address/{address}`. */
  readonly explorer?: { readonly name: string; readonly url: string }
  readonly testnet?: boolean
  /** `data:` or a gateway image address. */
  readonly iconUrl?: string
  /** Contracts an adapter may rely on, bare addresses (Multicall3, ENS universal resolver …). */
  readonly contracts?: Readonly<Record<string, string>>
}

/** A balance as the gateway answers it: strings, since it is JSON. */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  readonly chainId?: ChainId | null
  /** CAIP-10; absent for the native coin. */
  readonly address?: AccountId | null
  /** Fiat value of the whole quantity, absent or null when unknown. */
  readonly value?: number | null
  /** Fiat price of one unit, absent or null when unknown. */
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
 * What an owner switches; `false` means the controls are not drawn, and no seller, exchange or
 * provider of swaps is asked. A flag comes with what it switches.
 */
export interface FeatureFlags {
  /** A list: offers of these providers alone, by the name they are shown under. */
  readonly swaps: boolean | readonly string[]
  /** A list: these sellers alone, by id. */
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
  /** Deposits from an exchange. */
  readonly pay: boolean
}

/** One item of the history call. */
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
    /** Ours: block number in decimal. */
    readonly block?: string | null
    /** Ours: what `sentFrom` paid, base units of the chain's coin in decimal. */
    readonly fee?: string | null
    /** Ours: true where every rule-bound transfer of it is spam; hidden until asked for. */
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
  /** Fiat, at the time it was mined; null when unknown. */
  readonly value?: number | null
  readonly price?: number | null
  /** Ours: CAIP-19, with `/` and the token id for a collectible. */
  readonly asset?: string | null
  /** Ours: the other side, bare address. */
  readonly counterparty?: string | null
  /** Ours: an approval's amount is unlimited. */
  readonly isUnlimited?: boolean | null
}

/** What one asset is worth, as the price call answers it. */
export interface FungiblePrice {
  /** CAIP-10; the coin is `0xeeee…ee` (40 e's). */
  readonly address: AccountId
  readonly name: string
  readonly symbol: string
  readonly iconUrl?: string | null
  /** Fiat price of one unit. */
  readonly price: number
  readonly decimals: number
}

export interface RecentWallet {
  /** Of a listing or connector; `peer:…` for a wallet elsewhere that no list knows. */
  readonly id: string
  readonly name: string
  readonly image_id?: string
  /** Of a peer, as it said itself. */
  readonly mobile_link?: string
  /** Of a peer, as it said itself. */
  readonly universal_link?: string
}

/**
 * Local cache of the Bitcoin/Stacks request library; public keys and derivation paths are never in
 * it.
 */
export interface StacksLocalCache {
  readonly addresses: {
    readonly stx: readonly { readonly address: string; readonly symbol?: string }[]
    readonly btc: readonly { readonly address: string; readonly symbol?: string }[]
  }
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}
