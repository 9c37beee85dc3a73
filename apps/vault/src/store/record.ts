import type { ChainId } from '@latchkey/protocol'
import type { WalletAddresses } from '../keys/addresses.ts'
import type { PublicKeys } from '../keys/public-keys.ts'

/**
 * What this storage partition knows of the one wallet of which it has a share. Only the share
 * itself is encrypted.
 */
export interface WalletRecord {
  readonly account: string
  /** The gateway's id of the split to which the share belongs. */
  readonly split: string
  readonly publics: PublicKeys
  readonly addresses: WalletAddresses
  /**
   * Amounts of each chain's own coin sent before recovery was set up; base units as decimal text.
   */
  readonly spent: Readonly<Record<ChainId, string>>
}

/** The session at the gateway, as stored on this device. */
export interface StoredSession {
  readonly token: string
  /**
   * When the token should be renewed, in milliseconds since the epoch; `expiresAt` likewise is when
   * the session ends.
   */
  readonly refreshAt: number
  readonly expiresAt: number
}

/** Calls that a page has sent (EIP-5792); the page asks for their status by the id. */
export interface SentCalls {
  readonly id: string
  readonly chain: ChainId
  readonly account: string
  /** Whether `hashes` are of one user operation (ERC-4337), or of transactions in their order. */
  readonly kind: 'operation' | 'transactions'
  readonly hashes: readonly string[]
  /**
   * Number of transactions that the calls need. When sending failed midway, `hashes` has fewer
   * entries.
   */
  readonly count: number
  readonly isAtomic: boolean
  /** When the calls were sent, in milliseconds since the epoch. */
  readonly at: number
}

/** A small payment that the visitor approved in the frame. */
export interface SmallPayment {
  /** Id of the visitor's account at the gateway. */
  readonly account: string
  readonly chain: ChainId
  /** When the payment was approved, in milliseconds since the epoch. */
  readonly at: number
  /** Amount including the fee, in base units as decimal text. */
  readonly amount: string
}
