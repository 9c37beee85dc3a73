import type { ChainId } from '@latchkey/protocol'
import type { WalletAddresses } from '../keys/addresses.ts'
import type { PublicKeys } from '../keys/public-keys.ts'

/**
 * What this partition knows of the one wallet it holds a share of; everything but the share is
 * unencrypted.
 */
export interface WalletRecord {
  readonly account: string
  /** The gateway's id of the share's split. */
  readonly split: string
  readonly publics: PublicKeys
  readonly addresses: WalletAddresses
  /**
   * Amounts of each chain's own coin sent before recovery was set up; base units as decimal text.
   */
  readonly spent: Readonly<Record<ChainId, string>>
}

/** A stored session. */
export interface StoredSession {
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly refreshAt: number
  readonly expiresAt: number
}

/** Calls that a page has sent (EIP-5792); the page asks for their status by the id. */
export interface SentCalls {
  readonly id: string
  readonly chain: ChainId
  readonly account: string
  /** Whether the hashes are of one operation (ERC-4337), or of transactions in their order. */
  readonly kind: 'operation' | 'transactions'
  readonly hashes: readonly string[]
  /**
   * Number of transactions that the calls need; more than there are hashes when sending failed
   * midway.
   */
  readonly count: number
  readonly isAtomic: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A payment that was approved in the frame. */
export interface SmallPayment {
  /** Account id at the gateway. */
  readonly account: string
  readonly chain: ChainId
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Amount with fee; base units as decimal text. */
  readonly amount: string
}
