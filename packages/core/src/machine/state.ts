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
import type { Connector, Prompt } from '../contract/connector.ts'
import type { Call } from '../contract/reader.ts'
import type { Session, SessionAccount } from '../contract/session.ts'
import type { AddressOf } from './address-types.ts'

/** What storage keeps of a session to resume it after a reload. */
export interface LastSession {
  readonly sessions: readonly Session[]
  /** Namespaces disconnected here while the wallet still holds the shared session. */
  readonly hidden: readonly Namespace[]
}

/** Number of a connect attempt: an answer to any other attempt is ignored. */
export type Attempt = number

/**
 * The state of one connector: a union instead of a set of booleans, and never derived from the
 * presence of an address. States are kept by connector and not by namespace, because one prompt may
 * open several namespaces; `sessions` has one entry for each of them.
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

/**
 * A transaction is stored in the state of core, so that it is not lost when the modal is closed.
 */
export interface Transaction {
  /** Random id made by core; it exists before there is a hash. */
  readonly id: string
  readonly status: TransactionStatus
  readonly chain: ChainId
  readonly from: AccountId
  /**
   * Bare address of the receiver. When there is a `call`, it is the address of the called contract
   * or, for an approval, of the spender. Empty when the page sent the transaction by itself.
   */
  readonly to: string
  /** Name that the visitor typed, if any. */
  readonly toName?: string
  readonly asset: Asset
  /**
   * Amount in base units. For an approval it is the amount that the spender may take, or 0 when an
   * earlier approval is revoked. 0 of the chain's coin when the page sent the transaction by itself.
   */
  readonly amount: bigint
  /**
   * For a swap with a fixed amount to receive: the most of `asset` that may be paid, in base units.
   */
  readonly maximum?: bigint
  /**
   * What the transaction does; absent for a transfer of `amount` to `to`. `page`: the page sent it
   * by itself and passed it to `addTransaction`, so the kit does not know what it does.
   */
  readonly purpose?: 'approve' | 'swap' | 'page'
  /** What the page says that its own transaction does: plain text of one line. */
  readonly description?: string
  /** Whether the dialog shows no toast when the transaction settles. */
  readonly isQuiet?: true
  /**
   * The call that the wallet is asked to send when the transaction is not a transfer. `to` is then
   * the called contract or, for an approval, the spender.
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
  /** Connectors by id, in the order in which they were found. */
  readonly connectors: Readonly<Record<string, Connector>>
  /**
   * Connections by connector id; a missing entry means `idle`. With the feature `multiWallet` the
   * one that the visitor connected or switched to last comes first.
   */
  readonly connections: Readonly<Record<string, Connection>>
  /**
   * Id of the active connector of each namespace. It stays active while it holds the namespace;
   * after it comes the first of `connections` that is connected, else the first that is resuming.
   */
  readonly active: Readonly<Record<string, string>>
  /** The namespace shown. */
  readonly namespace: Namespace
  /** The chain that the page prefers, by namespace; a connected wallet's own chain wins. */
  readonly chains: Readonly<Record<string, ChainId>>
  /** Transactions by id; at most `pendingTransactionsLimit` of them are not settled. */
  readonly transactions: Readonly<Record<string, Transaction>>
  /** Recently used wallets, newest first, at most two. */
  readonly recent: readonly RecentWallet[]
  /**
   * The site owner's features; once the gateway has answered, the operator's features are merged
   * over them.
   */
  readonly features: KitFeatures
}

/** The connection status that a page reads; only `getPublicStatus` derives it from a connection. */
export type PublicStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/**
 * One namespace, as a page reads it. `status` tells whether there is an account, `isChainSupported`
 * whether the chain is one of the kit's.
 */
export type AccountView<N extends Namespace = Namespace, Id extends ChainId = ChainId> = {
  readonly namespace: N
  /** All accounts that the wallet shares; empty unless connected. */
  readonly accounts: readonly SessionAccount[]
} & (
  | {
      readonly status: 'connected'
      readonly connectorId: string
      /** The selected account as CAIP-10. */
      readonly account: AccountId
      /** The address of `account`, without its chain. */
      readonly address: AddressOf<N>
    }
  | {
      readonly status: Exclude<PublicStatus, 'connected'>
      readonly connectorId?: string
      readonly account?: undefined
      readonly address?: undefined
    }
) &
  (
    | {
        /** The wallet's present chain; without a session the preferred chain. */
        readonly chain: Id
        readonly isChainSupported: true
      }
    | {
        /** A chain that the wallet is on and the kit does not have. */
        readonly chain: ChainId
        readonly isChainSupported: false
      }
  )
