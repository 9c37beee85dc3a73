import type { AccountId, ChainId, Namespace, RecentWallet } from '@latchkey/protocol'
import type { Connector, Prompt } from '../contract/connector.ts'
import type { Session } from '../contract/session.ts'
import type { SignInSession } from '../contract/sign-in-provider.ts'
import type { Attempt, KitFailure, KitFeatures, LastSession, Transaction } from './state.ts'

/**
 * Events of one connection; `connector` is the id of its connector. The transition table of a
 * connection is in `connection.ts`.
 */
export type ConnectionEvent =
  | { readonly type: 'connect-started'; readonly connector: string; readonly attempt: Attempt }
  | {
      readonly type: 'connect-prompted'
      readonly connector: string
      readonly attempt: Attempt
      readonly prompt: Prompt
    }
  | {
      readonly type: 'connect-granted'
      readonly connector: string
      readonly attempt: Attempt
      readonly sessions: readonly Session[]
    }
  | {
      readonly type: 'connect-failed'
      readonly connector: string
      readonly attempt: Attempt
      readonly error: KitFailure
    }
  | { readonly type: 'connect-cancelled'; readonly connector: string; readonly attempt: Attempt }
  | {
      readonly type: 'resume-started'
      readonly connector: string
      readonly attempt: Attempt
      readonly last: LastSession
    }
  | {
      readonly type: 'resume-granted'
      readonly connector: string
      readonly attempt: Attempt
      readonly sessions: readonly Session[]
    }
  /** A stored session could not be resumed. It is deleted, and the visitor sees no error. */
  | {
      readonly type: 'resume-failed'
      readonly connector: string
      readonly attempt: Attempt
      readonly error: KitFailure
    }
  | {
      readonly type: 'session-changed'
      readonly connector: string
      readonly session: Session
      readonly reason: 'accounts' | 'chain' | 'expiry' | 'selected'
    }
  /**
   * The wallet ended the session, or may only be locked (`isLocked`). Without `namespace`, the
   * session has ended for all its namespaces.
   */
  | {
      readonly type: 'session-ended'
      readonly connector: string
      readonly namespace?: Namespace
      readonly isLocked?: boolean
    }
  /**
   * The visitor ended the session on this page. Without `namespace`, it has ended for all its
   * namespaces.
   */
  | { readonly type: 'disconnected'; readonly connector: string; readonly namespace?: Namespace }
  /**
   * The visitor chose the connected wallet again: its namespaces that were disconnected on this
   * page only are shown again.
   */
  | { readonly type: 'namespaces-revealed'; readonly connector: string }
  /** The visitor dismissed the error of a failed connection. */
  | { readonly type: 'failure-dismissed'; readonly connector: string }

/** Events of one transaction. The transition table of a transaction is in `transaction.ts`. */
export type TransactionEvent =
  | { readonly type: 'transaction-drafted'; readonly transaction: Transaction }
  | { readonly type: 'transaction-signing'; readonly id: string }
  | { readonly type: 'transaction-rejected'; readonly id: string; readonly error: KitFailure }
  | {
      readonly type: 'transaction-submitted'
      readonly id: string
      readonly at: number
      readonly hash: string
      readonly nonce?: number
    }
  | {
      readonly type: 'transaction-confirmed'
      readonly id: string
      readonly at: number
      readonly fee?: bigint
      /** The amount that the account has received from a swap, in base units. */
      readonly received?: bigint
    }
  | {
      readonly type: 'transaction-failed'
      readonly id: string
      readonly at: number
      readonly error: KitFailure
      readonly fee?: bigint
    }
  | { readonly type: 'transaction-dropped'; readonly id: string; readonly at: number }
  | {
      readonly type: 'transaction-replaced'
      readonly id: string
      readonly at: number
      readonly by?: string
    }
  /**
   * Storage contains the transaction with status `signing`, because the page was closed while the
   * wallet was asked.
   */
  | { readonly type: 'transaction-lost'; readonly id: string }
  | { readonly type: 'transaction-discarded'; readonly id: string }
  /**
   * The page has sent a transaction without the kit and has handed it in; its status is
   * `submitted`.
   */
  | { readonly type: 'transaction-added'; readonly transaction: Transaction }

/**
 * Why a visitor is no longer signed in. `page`: the page called `signOut`. `elsewhere`: the server
 * no longer knows the session, for example because another tab signed out.
 */
export type SignOutReason =
  | 'account-changed'
  | 'chain-changed'
  | 'disconnected'
  | 'expired'
  | 'page'
  | 'elsewhere'

/** Events of the sign-in; `reduce-sign-in.ts` has the transition table. */
export type SignInEvent =
  /** The server is being asked for the present session. */
  | { readonly type: 'sign-in-checking' }
  /**
   * The visitor is asked to sign in. `isInWallet`: whether the server or the wallet is already
   * being asked; if not, the page or the dialog has to call `signIn`.
   */
  | { readonly type: 'sign-in-asked'; readonly account: AccountId; readonly isInWallet: boolean }
  /**
   * The question is over without a session: the server has none, or the visitor is no longer asked.
   */
  | { readonly type: 'sign-in-dropped' }
  /**
   * The visitor is signed in. `isResumed`: whether the session was opened on an earlier page, so
   * that the visitor was asked nothing.
   */
  | {
      readonly type: 'signed-in'
      readonly session: SignInSession
      readonly isResumed: boolean
    }
  /** The visitor is no longer signed in. `account`: the account that had signed in. */
  | {
      readonly type: 'signed-out'
      readonly account: AccountId
      readonly reason: SignOutReason
    }

export type KitEvent =
  | ConnectionEvent
  | TransactionEvent
  | SignInEvent
  | { readonly type: 'connector-found'; readonly connector: Connector }
  | { readonly type: 'connector-lost'; readonly connector: string }
  /** The visitor switched to another connected wallet of the namespace. */
  | {
      readonly type: 'wallet-selected'
      readonly connector: string
      readonly namespace: Namespace
    }
  | { readonly type: 'namespace-selected'; readonly namespace: Namespace }
  | { readonly type: 'chain-selected'; readonly chain: ChainId }
  | { readonly type: 'recent-changed'; readonly recent: readonly RecentWallet[] }
  /**
   * The gateway has answered which features its operator allows; `features` are these, merged over
   * the site owner's.
   */
  | { readonly type: 'features-learnt'; readonly features: KitFeatures }
  /**
   * Storage has been read: the event carries its validated content. It is sent once, soon after the
   * first subscriber.
   */
  | {
      readonly type: 'restored'
      readonly chains: Readonly<Record<string, ChainId>>
      readonly namespace?: Namespace
      /** The connector that the visitor chose among several, by namespace. */
      readonly active?: Readonly<Record<string, string>> | undefined
      readonly recent: readonly RecentWallet[]
      readonly transactions: readonly Transaction[]
    }
