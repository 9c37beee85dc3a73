import type { ChainId } from '@latchkey/protocol'
import type { WalletAddresses } from '../keys/addresses.ts'
import type { PublicKeys } from '../keys/public-keys.ts'

/** What this partition knows of the one wallet it holds a share of; all but the share in clear. */
export interface WalletRecord {
  readonly account: string
  /** The gateway's id of the split that the share belongs to. */
  readonly split: string
  readonly publics: PublicKeys
  readonly addresses: WalletAddresses
  /**
   * Of the chain's own coin, what was sent while recovery was not set; base units as decimal text.
   */
  readonly spent: Readonly<Record<ChainId, string>>
}

/** A sign-in as it is kept. */
export interface KeptSession {
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly refreshAt: number
  readonly expiresAt: number
}

/** Calls that a page had sent (EIP-5792), by the id that it asks for them with. */
export interface SentCalls {
  readonly id: string
  readonly chain: ChainId
  readonly account: string
  /** Of one operation (ERC-4337), or of transactions in their order. */
  readonly kind: 'operation' | 'transactions'
  readonly hashes: readonly string[]
  /** How many transactions there should have been. */
  readonly count: number
  readonly isAtomic: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A payment that was approved in the frame. */
export interface SmallSpent {
  /** The gateway's account. */
  readonly account: string
  readonly chain: ChainId
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Fee included; base units as decimal text. */
  readonly amount: string
}
