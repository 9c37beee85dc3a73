import type { AccountId, AccountType, ChainId, Namespace } from '@latchkey/protocol'
import type { Peer } from './peer.ts'

/** One account of a session. */
export interface SessionAccount {
  /** CAIP-10 on the session's present chain. */
  readonly account: AccountId
  readonly type: AccountType
}

/** What a wallet granted for one namespace. Its present chain is the chain of `selected`. */
export interface Session {
  readonly namespace: Namespace
  /**
   * Chains the wallet may use; empty means the wallet did not list them. The present chain may be
   * one that the kit does not know.
   */
  readonly chains: readonly ChainId[]
  /** The accounts that the wallet granted; never empty. */
  readonly accounts: readonly SessionAccount[]
  /** The account that is shown and used; one of `accounts`. */
  readonly selected: AccountId
  /**
   * The kind of account that the visitor chose among several; only core sets it. The choice remains
   * after a reload, and after a switch to a chain that has no such account.
   */
  readonly picked?: AccountType
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /**
   * The wallet at the other end of a transport, as it describes itself. Lengths are limited, and
   * its links never run script.
   */
  readonly peer?: Peer
}

/** A signature that proves an account: the signed text (CAIP-122) and what the wallet returned. */
export interface Proof {
  readonly account: AccountId
  readonly message: string
  /** The signature in the usual form of the namespace: hex on eip155, base58 on solana. */
  readonly signature: string
}

/** What one prompt granted: it may open several namespaces and sign in at once. */
export interface Grant {
  /** Never empty; one session for each namespace. */
  readonly sessions: readonly Session[]
  readonly proofs?: readonly Proof[]
}
