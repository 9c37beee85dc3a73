import type {
  AccountId,
  Asset,
  ChainId,
  ErrorCode,
  Namespace,
  RecentWallet,
} from '@latchkey/protocol'
import type { Connector, Prompt, Session, SessionAccount } from '../contract/contract.ts'
import type { Call } from '../contract/reader.ts'

/** What is kept of a session to find it again after a reload. */
export interface LastSession {
  readonly sessions: readonly Session[]
  /** Namespaces dropped here while the wallet still holds the shared session. */
  readonly hidden: readonly Namespace[]
}

/** An attempt is an identity: an answer of any other attempt is ignored. */
export type Attempt = number

/**
 * The state of one connector. A union, never a set of booleans, never derived from "there is an
 * address". Keyed by connector, since one prompt may open several namespaces: `sessions` holds one
 * a namespace.
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

/** An error as state: plain, comparable, without the raw cause. */
export interface KitFailure {
  readonly code: ErrorCode
  /** For "Copy details": never a secret. */
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
  /** The page died while the wallet was asked: nobody knows whether it was sent. */
  | 'unknown'

/** A transaction lives in core, so a closed modal loses nothing. */
export interface Transaction {
  /** Ours, random, known before there is a hash. */
  readonly id: string
  readonly status: TransactionStatus
  readonly chain: ChainId
  readonly from: AccountId
  /** Bare address. */
  readonly to: string
  /** Name the visitor typed, if any. */
  readonly toName?: string
  readonly asset: Asset
  /** Base units; of an approval, what the spender may take: 0 where an older one is taken back. */
  readonly amount: bigint
  /** The most of `asset` that may leave, base units, of a swap that names what arrives. */
  readonly maximum?: bigint
  /** What it is for; without it a transfer of `amount` to `to`. */
  readonly purpose?: 'approve' | 'swap'
  /**
   * What the wallet is asked to send, where it is no transfer; `to` is its contract, of an approval
   * the spender.
   */
  readonly call?: Call
  /**
   * What a swap brings: the offer, the least of it and, once the chain has told, what came; base
   * units.
   */
  readonly receives?: {
    readonly asset: Asset
    readonly amount: bigint
    readonly minimum: bigint
    readonly received?: bigint
  }
  /** Base units of `feeAsset`: the estimate first, what was paid once confirmed. */
  readonly fee?: bigint
  readonly feeAsset?: Asset
  readonly hash?: string
  readonly nonce?: number
  readonly replacedBy?: string
  readonly error?: KitFailure
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** When the wallet answered with its hash, in milliseconds since the epoch. */
  readonly submittedAt?: number
  readonly settledAt?: number
}

export interface State {
  /** In the order they were found. */
  readonly connectors: Readonly<Record<string, Connector>>
  /** By connector id; absent means idle. */
  readonly connections: Readonly<Record<string, Connection>>
  /** The connector whose session stands for a namespace. */
  readonly active: Readonly<Record<string, string>>
  /** The namespace shown. */
  readonly namespace: Namespace
  /** The chain the page wishes to be on, per namespace; a connected wallet's own chain wins. */
  readonly chains: Readonly<Record<string, ChainId>>
  /** By id; at most `pendingTransactionsLimit` that are not settled. */
  readonly transactions: Readonly<Record<string, Transaction>>
  /** Newest first, at most two. */
  readonly recent: readonly RecentWallet[]
}

/** What the public status words mean; derived in one function. */
export type PublicStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/** One namespace as a page wants to know it. */
export interface AccountView {
  readonly status: PublicStatus
  readonly namespace: Namespace
  readonly connectorId?: string
  readonly account?: AccountId
  readonly address?: string
  /** The wallet's present chain, known to the kit or not; without a session the wished one. */
  readonly chain: ChainId
  readonly isChainSupported: boolean
  readonly accounts: readonly SessionAccount[]
}
