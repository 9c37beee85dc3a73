import type { AccountId, AccountType, ChainId, Namespace } from '@latchkey/protocol'
import type { Peer } from './peer.ts'

/** One of the accounts that a session contains. */
export interface SessionAccount {
  /** The account as a CAIP-10 id, on the session's present chain. */
  readonly account: AccountId
  readonly type: AccountType
}

/**
 * What a wallet granted for one namespace (chain family). The session's present chain is the chain
 * of `selected`.
 */
export interface Session {
  readonly namespace: Namespace
  /**
   * Chains that the wallet granted; empty when the wallet did not list them. The present chain may
   * be one that the kit does not have.
   */
  readonly chains: readonly ChainId[]
  /** The accounts that the wallet granted; never empty. */
  readonly accounts: readonly SessionAccount[]
  /** The account that is shown and used; one of `accounts`. */
  readonly selected: AccountId
  /**
   * The kind of account that the visitor chose, when there are several kinds; only core sets it.
   * The choice remains after a reload, and after a switch to a chain that has no such account.
   */
  readonly picked?: AccountType
  /** Time when the session expires, in milliseconds since the epoch. */
  readonly expiresAt?: number
  /**
   * The description that a wallet behind a transport, such as WalletConnect, gives of itself.
   * Lengths are limited, and links never run script.
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

/**
 * What the wallet granted in one prompt. A prompt may connect several namespaces and sign in at
 * once.
 */
export interface Grant {
  /** The granted sessions, one for each namespace; never empty. */
  readonly sessions: readonly Session[]
  readonly proofs?: readonly Proof[]
}
