import type {
  AccountId,
  Asset,
  ChainId,
  ErrorCode,
  FeatureFlags,
  Namespace,
  RecentWallet,
  WalletFeature,
} from '@latchkey/protocol'
import type { Connector, Prompt, Session, SessionAccount } from '../contract/contract.ts'
import type { Call } from '../contract/reader.ts'

/** What storage keeps of a session to resume it after a reload. */
export interface LastSession {
  readonly sessions: readonly Session[]
  /** Namespaces disconnected here while the wallet still holds the shared session. */
  readonly hidden: readonly Namespace[]
}

/** Number of a connect attempt: an answer to any other attempt is ignored. */
export type Attempt = number

/**
 * The state of one connector: a union, never a set of booleans, and never derived from the presence
 * of an address. Keyed by connector, because one prompt may open several namespaces: `sessions`
 * holds one for each namespace.
 */
export type Connection =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting'; readonly attempt: Attempt; readonly prompt?: Prompt }
  | { readonly status: 'resuming'; readonly attempt: Attempt; readonly last: LastSession }
  | {
      readonly status: 'connected'
      readonly sessions: readonly Session[]
      readonly hidden: readonly Namespace[]
    }
  | { readonly status: 'failed'; readonly error: KitFailure }

/** An error as the state keeps it: plain, comparable, without the raw cause. */
export interface KitFailure {
  readonly code: ErrorCode
  /** Text for "Copy details"; never a secret. */
  readonly detail?: string
}

export type TransactionStatus =
  | 'draft'
  | 'signing'
  | 'submitted'
  | 'confirmed'
  | 'failed'
  | 'dropped'
  | 'replaced'
  /**
   * The page was closed while the wallet was asked, so it is unknown whether the transaction was
   * sent.
   */
  | 'unknown'

/** A transaction lives in core, so that closing the modal loses nothing. */
export interface Transaction {
  /** Random id made by core; it exists before there is a hash. */
  readonly id: string
  readonly status: TransactionStatus
  readonly chain: ChainId
  readonly from: AccountId
  /** Bare address. */
  readonly to: string
  /** Name that the visitor typed, if any. */
  readonly toName?: string
  readonly asset: Asset
  /**
   * Base units. Of an approval: the amount that the spender may take, 0 when an earlier approval is
   * revoked.
   */
  readonly amount: bigint
  /**
   * The most of `asset` that may be paid, base units, for a swap with a fixed amount to receive.
   */
  readonly maximum?: bigint
  /** Purpose; absent for a transfer of `amount` to `to`. */
  readonly purpose?: 'approve' | 'swap'
  /**
   * The call that the wallet is asked to send, when this is no transfer. `to` is then its contract;
   * of an approval, the spender.
   */
  readonly call?: Call
  /**
   * What a swap delivers, in base units: the quote, the least amount and, once the chain has
   * reported it, the received amount.
   */
  readonly receives?: {
    readonly asset: Asset
    readonly amount: bigint
    readonly minimum: bigint
    readonly received?: bigint
  }
  /** Base units of `feeAsset`: the estimate at first, the paid fee once confirmed. */
  readonly fee?: bigint
  readonly feeAsset?: Asset
  readonly hash?: string
  readonly nonce?: number
  readonly replacedBy?: string
  readonly error?: KitFailure
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** When the wallet answered with the hash, in milliseconds since the epoch. */
  readonly submittedAt?: number
  readonly settledAt?: number
}

/** Which features the dialog offers; an absent one has its default. */
export type KitFeatures = Partial<FeatureFlags> & {
  readonly walletFeaturesOrder?: readonly WalletFeature[]
}

export interface State {
  /** In the order they were found. */
  readonly connectors: Readonly<Record<string, Connector>>
  /** By connector id; absent means idle. */
  readonly connections: Readonly<Record<string, Connection>>
  /** Id of the active connector of each namespace. */
  readonly active: Readonly<Record<string, string>>
  /** The namespace shown. */
  readonly namespace: Namespace
  /** The chain that the page prefers, by namespace; a connected wallet's own chain wins. */
  readonly chains: Readonly<Record<string, ChainId>>
  /** By id; at most `pendingTransactionsLimit` that are not settled. */
  readonly transactions: Readonly<Record<string, Transaction>>
  /** Newest first, at most two. */
  readonly recent: readonly RecentWallet[]
  /** The owner's features; with an answer of the gateway, its operator's laid over them. */
  readonly features: KitFeatures
}

/** The public status; one function derives it. */
export type PublicStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/** One namespace, as a page reads it. */
export interface AccountView {
  readonly status: PublicStatus
  readonly namespace: Namespace
  readonly connectorId?: string
  readonly account?: AccountId
  readonly address?: string
  /** The wallet's present chain, known to the kit or not; without a session the preferred chain. */
  readonly chain: ChainId
  readonly isChainSupported: boolean
  readonly accounts: readonly SessionAccount[]
}
