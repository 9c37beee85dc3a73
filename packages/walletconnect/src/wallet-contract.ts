import type { KitStorage, Stop } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'
import type { WireError } from './channel.ts'
import type {
  Hex32,
  Metadata,
  Seal,
  SessionRecord,
  WireNamespace,
  WireProposalNamespace,
} from './contract.ts'

/** A session proposal in the form in which a wallet shows it to the user. */
export interface WalletProposal {
  readonly id: number
  readonly pairingTopic: Hex32
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** Metadata that the page claims; unverified. */
  readonly metadata: Metadata
  readonly required: Readonly<Record<string, WireProposalNamespace>>
  readonly optional: Readonly<Record<string, WireProposalNamespace>>
  readonly sessionProperties?: Readonly<Record<string, string>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
}

/**
 * A one-click sign-in in the form in which a wallet shows it to the user (CAIP-122 fields;
 * `wc_sessionAuthenticate`).
 */
export interface WalletAuthentication {
  readonly id: number
  readonly pairingTopic: Hex32
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
  readonly metadata: Metadata
  /** The chains that the page requests, as CAIP-2 ids. */
  readonly chains: readonly ChainId[]
  /** Returns the text that an account (CAIP-10) signs; EIP-4361 on eip155. */
  messageFor(account: AccountId): string
}

export interface WalletRequest {
  readonly id: number
  readonly topic: Hex32
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
}

export type WalletEvent =
  | { readonly type: 'proposal'; readonly proposal: WalletProposal }
  | { readonly type: 'authentication'; readonly authentication: WalletAuthentication }
  | { readonly type: 'request'; readonly request: WalletRequest }
  /**
   * A session was created or changed. A new session is reported, and `approve` resolves, as soon as
   * a relay has accepted the approval: on a phone the page may be suspended behind the wallet and
   * settle only when the visitor returns to it.
   */
  | { readonly type: 'session'; readonly session: SessionRecord }
  | {
      readonly type: 'session-ended'
      readonly topic: Hex32
      readonly reason: 'peer' | 'self' | 'expiry'
    }
  /** A proposal, authentication or request that can no longer be answered. */
  | { readonly type: 'expired'; readonly id: number }

/**
 * The wallet's side of the protocol, for the development wallet in this repository and for tests.
 * Throws the codes of `error-text/walletconnect.ts`.
 */
export interface WalletSide {
  /**
   * Opens a pairing link (or a deep link with one in `uri=`) and listens for the page's requests.
   * Throws `pairing-link-invalid` | `pairing-expired` | `relay-unreachable`.
   */
  pair(link: string): Promise<void>
  watch(listener: (event: WalletEvent) => void): Stop
  getSessions(): readonly SessionRecord[]
  /**
   * Open proposals, authentications and requests, oldest first; also those from before a reload.
   */
  getPending(): readonly Exclude<
    WalletEvent,
    { readonly type: 'session' | 'session-ended' | 'expired' }
  >[]
  approve(
    id: number,
    grant: {
      readonly namespaces: Readonly<Record<string, WireNamespace>>
      readonly sessionProperties?: Readonly<Record<string, string>>
      readonly scopedProperties?: Readonly<Record<string, unknown>>
    },
  ): Promise<SessionRecord>
  /** Approves a one-click sign-in with signatures over `messageFor(account)`. */
  authenticate(
    id: number,
    proofs: readonly {
      readonly account: AccountId
      readonly signature: string
      readonly kind: 'eip191' | 'eip1271'
    }[],
  ): Promise<SessionRecord>
  /** Rejects a proposal or a sign-in; default error: 5000 "User rejected". */
  reject(id: number, error?: WireError): Promise<void>
  respond(
    request: Pick<WalletRequest, 'id' | 'topic'>,
    answer: { readonly result: unknown } | { readonly error: WireError },
  ): Promise<void>
  update(topic: Hex32, namespaces: Readonly<Record<string, WireNamespace>>): Promise<void>
  extend(topic: Hex32): Promise<void>
  emit(
    topic: Hex32,
    event: { readonly chain: ChainId; readonly name: string; readonly data: unknown },
  ): Promise<void>
  ping(topic: Hex32): Promise<void>
  end(topic: Hex32): Promise<void>
  /** Handles a link that carries a message of link mode (`wc_ev` and `topic` in its query). */
  dispatchLink(link: string): Promise<void>
  close(): void
}

export interface WalletOptions {
  /** Relay addresses; the wallet listens to a pairing on all of them. */
  readonly relays: readonly { readonly url: string; readonly projectId?: string }[]
  readonly metadata: Metadata
  /** Separates the storage of several wallets on one origin. */
  readonly id?: string
  /**
   * Storage of the wallet's state; default: encrypted `localStorage`. With `null` nothing is
   * stored.
   */
  readonly storage?: KitStorage | null
  readonly WebSocket?: typeof globalThis.WebSocket
  /** Encrypts stored data; default: with a key of this origin that cannot be exported. */
  readonly seal?: Seal
  /** Chains and methods that a one-click sign-in may allow; default: all that the page requests. */
  readonly supports?: { readonly chains?: readonly ChainId[]; readonly methods?: readonly string[] }
  /** Opens a link that carries a message of link mode to the page. */
  readonly openLink?: (link: string) => void
}
