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
import type { SignInSession } from '../contract/sign-in-provider.ts'
import type { AddressOf } from './address-types.ts'

/** What storage keeps of a session, so that it can be resumed after a reload. */
export interface LastSession {
  readonly sessions: readonly Session[]
  /**
   * Namespaces that were disconnected on this page while the wallet still holds the session that
   * they share.
   */
  readonly hidden: readonly Namespace[]
}

/** Number of a connect attempt: an answer to any other attempt is ignored. */
export type Attempt = number

/**
 * The state of the connection to one connector. It is a union instead of a set of booleans, and is
 * never derived from the presence of an address. States are kept by connector and not by namespace,
 * because one prompt may open several namespaces; `sessions` has one entry for each of them.
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

/** An error as the kit's state keeps it: plain data that can be compared, without the raw cause. */
export interface KitFailure {
  readonly code: ErrorCode
  /** Text that the dialog's button "Copy details" copies; it never contains a secret. */
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
   * The page was closed while the visitor's wallet was being asked, so it is unknown whether the
   * transaction was sent.
   */
  | 'unknown'

/** The order, or the payment without an order, that a transfer pays. */
export interface PaymentNote {
  /** Id of the order, or the id that the kit gave to a payment without an order. */
  readonly id: string
  /** What the visitor buys, shown to the visitor: plain text of one line. */
  readonly title?: string
  /**
   * Bytes, in hex, that are appended to the transaction's data, by which the receiver recognises
   * the payment.
   */
  readonly mark?: string
}

/**
 * A transaction is stored in the state of core, so that it is not lost when the modal is closed.
 */
export interface Transaction {
  /** Random id of the transaction, made by core; it exists before the transaction has a hash. */
  readonly id: string
  readonly status: TransactionStatus
  readonly chain: ChainId
  readonly from: AccountId
  /**
   * Plain address (no CAIP-10 id) of the receiver. With a `call`, it is the address of the called
   * contract or, for an approval, of the spender. Empty when the page sent the transaction by
   * itself.
   */
  readonly to: string
  /** Name, such as an ENS name, that the visitor typed as the receiver, if any. */
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
  /**
   * What a transaction does that the page sent without the kit, as the page describes it: plain
   * text of one line.
   */
  readonly description?: string
  /**
   * The order, or the payment without an order, that the transfer pays; absent for a transfer that
   * the visitor entered by hand.
   */
  readonly payment?: PaymentNote
  /** Whether the dialog shows no toast (short message) when the transaction settles. */
  readonly isQuiet?: true
  /**
   * The contract call that the wallet is asked to send when the transaction is not a transfer. `to`
   * is then the called contract or, for an approval, the spender.
   */
  readonly call?: Call
  /**
   * What a swap delivers, in base units: `amount` as quoted, `minimum` as the least, and `received`
   * once the chain has reported it.
   */
  readonly receives?: {
    readonly asset: Asset
    readonly amount: bigint
    readonly minimum: bigint
    readonly received?: bigint
  }
  /**
   * Fee in base units of `feeAsset`: at first the estimate, once confirmed the fee that was paid.
   */
  readonly fee?: bigint
  readonly feeAsset?: Asset
  readonly hash?: string
  readonly nonce?: number
  readonly replacedBy?: string
  readonly error?: KitFailure
  /** Time when the transaction was drafted or handed in, in milliseconds since the epoch. */
  readonly createdAt: number
  /** Time when the wallet answered with the hash, in milliseconds since the epoch. */
  readonly submittedAt?: number
  readonly settledAt?: number
}

/** Whether the visitor is signed in to the owner's server. */
export type SignInState =
  | { readonly status: 'signed-out' }
  /** The server is being asked for a session of an earlier page. */
  | { readonly status: 'checking' }
  /**
   * The visitor is asked to sign in with this account. `isInWallet`: whether the server or the
   * wallet is already being asked; if not, the page or the dialog has to call `signIn`.
   */
  | { readonly status: 'asking'; readonly account: AccountId; readonly isInWallet: boolean }
  | { readonly status: 'signed-in'; readonly session: SignInSession }

/** Which features the dialog offers; a feature that is absent has its default. */
export type KitFeatures = Partial<FeatureFlags> & {
  readonly walletFeaturesOrder?: readonly WalletFeature[]
}

export interface State {
  /** Connectors by id, in the order in which they were found. */
  readonly connectors: Readonly<Record<string, Connector>>
  /**
   * Connections by connector id; a missing entry means `idle`. With the feature `multiWallet`, the
   * wallet that the visitor connected or switched to last comes first.
   */
  readonly connections: Readonly<Record<string, Connection>>
  /**
   * Id of the active connector of each namespace. A connector stays active while it holds the
   * namespace; then the first of `connections` that is connected becomes active, else the first
   * that is resuming.
   */
  readonly active: Readonly<Record<string, string>>
  /** The namespace (chain family) whose account and chain the page shows. */
  readonly namespace: Namespace
  /**
   * The chain that the page prefers, by namespace. While a wallet is connected, the wallet's own
   * chain applies instead.
   */
  readonly chains: Readonly<Record<string, ChainId>>
  /** Transactions by id; at most `pendingTransactionsLimit` of them are not settled. */
  readonly transactions: Readonly<Record<string, Transaction>>
  /** Recently used wallets, newest first; the dialog's list of wallets offers the first two. */
  readonly recent: readonly RecentWallet[]
  /**
   * The site owner's features; once the gateway has answered, the operator's features are merged
   * over them.
   */
  readonly features: KitFeatures
  readonly signIn: SignInState
}

/** The connection status that a page reads; only `getPublicStatus` derives it from a connection. */
export type PublicStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/**
 * What a page reads of one namespace. `status` tells whether there is an account,
 * `isChainSupported` whether the chain is one of the kit's.
 */
export type AccountView<N extends Namespace = Namespace, Id extends ChainId = ChainId> = {
  readonly namespace: N
  /** All accounts that the wallet shares; empty unless connected. */
  readonly accounts: readonly SessionAccount[]
} & (
  | {
      readonly status: 'connected'
      readonly connectorId: string
      /** The selected account as a CAIP-10 id. */
      readonly account: AccountId
      /** The plain address (no CAIP-10 id) of `account`. */
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
        /** The chain on which the wallet is, which is none of the kit's chains. */
        readonly chain: ChainId
        readonly isChainSupported: false
      }
  )
