import type { KitStorage } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'

/** 32 bytes as 64 lower-case hex digits. */
export type Hex32 = string

/** The Ed25519 key of one page: in memory only, a new one for each page load. */
export interface Identity {
  /** `did:key:z…` of the public key. */
  readonly did: string
  /**
   * Returns a base64url EdDSA JWT for one relay; `aud` is the relay's configured address; valid for
   * a day.
   */
  authorise(relayUrl: string): Promise<string>
}

/** Signs with an Ed25519 key that WebCrypto never exports. */
export interface Signer {
  readonly publicKey: Uint8Array
  sign(text: string): Promise<Uint8Array>
}

/** One message that a relay delivers. */
export interface Delivery {
  readonly topic: Hex32
  /** The encrypted message: an envelope of type 0 or 1, in base64. */
  readonly message: string
  readonly tag: number
  /** Time of publication according to the relay, milliseconds since the epoch. */
  readonly publishedAt: number
}

export interface Publication {
  readonly topic: Hex32
  /** The encrypted message: an envelope in base64. */
  readonly message: string
  readonly tag: number
  /** Seconds for which the relay keeps the message. */
  readonly ttl: number
  /** Whether the relay should wake the receiver, for example by a push notification. */
  readonly prompt?: boolean
}

/**
 * A connection to one relay: its socket opens on demand, and closes when there is no topic and no
 * pending request. A lost socket is replaced automatically, after a back-off with jitter; then all
 * topics are subscribed in one batch, and unanswered publications are repeated with their id.
 */
export interface Relay {
  readonly url: string
  /**
   * Subscribes to topics; resolves when the relay has answered. Calling it again for a topic does
   * no harm, and subscriptions are renewed on each new socket. Throws `relay-unreachable` |
   * `aborted`.
   */
  subscribe(topics: readonly Hex32[], signal?: AbortSignal): Promise<void>
  /** Unsubscribes at once, without waiting for the relay. */
  unsubscribe(topics: readonly Hex32[]): void
  /**
   * Publishes a message; resolves when the relay has accepted it. Throws `relay-unreachable` after
   * 60 s, `relay-refused` | `aborted`.
   */
  publish(publication: Publication, signal?: AbortSignal): Promise<void>
  /**
   * Sends `wc_proposeSession`, which also subscribes to the pairing topic. If the relay does not
   * know this method (error -32601), the client sends separate requests instead: a subscription to
   * that topic, and a publication of the message (tag 1100).
   */
  propose(
    parameters: { readonly pairingTopic: Hex32; readonly message: string; readonly id: number },
    signal?: AbortSignal,
  ): Promise<void>
  /**
   * Sends `wc_approveSession`, which also subscribes to the session topic. If the relay does not
   * know this method (error -32601), the client sends separate requests instead: a subscription to
   * that topic, and publications of `response` (tag 1101) and `settlement` (tag 1102).
   */
  approve(
    parameters: {
      readonly pairingTopic: Hex32
      readonly sessionTopic: Hex32
      /** The answer to the proposal: an envelope for the pairing topic. */
      readonly response: string
      /** The settlement of the session: an envelope for the session topic. */
      readonly settlement: string
      readonly id: number
    },
    signal?: AbortSignal,
  ): Promise<void>
  /** Closes the connection; nothing more is delivered. */
  close(): void
}

export interface RelayOptions {
  /** Configured address of the relay, `ws:` or `wss:`; it becomes the `aud` of the token. */
  readonly url: string
  readonly projectId?: string | undefined
  readonly identity: Identity
  /**
   * Called for each message that the relay delivers. The message is acknowledged to the relay, but
   * may be a repeat. Must not reject.
   */
  readonly onMessage: (delivery: Delivery, relay: Relay) => void
  readonly isOnline?: (() => boolean) | undefined
  readonly WebSocket?: typeof globalThis.WebSocket | undefined
}

/**
 * Encrypts stored data. Without encryption (no IndexedDB) nothing is stored and sessions live as
 * long as the page.
 */
export interface Seal {
  /** Encrypts text for the storage. */
  close(plaintext: string): Promise<string>
  /** Decrypts stored text. Throws on text that this seal did not encrypt. */
  open(sealedText: string): Promise<string>
}

export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?: {
    readonly native?: string
    readonly universal?: string
    readonly linkMode?: boolean
  }
}

/** Options of link mode, in which messages are carried by links in addition to relays. */
export interface LinkMode {
  /** The page's own address, which wallets open to answer: `https:`, or `http:` on localhost. */
  readonly universal: string
  /** The message that was in the page's address when the page was opened. */
  readonly arrived?:
    | Promise<{ readonly topic: Hex32; readonly message: string } | undefined>
    | undefined
  /** Opens a wallet's link during the visitor's gesture; default: in a new browser window. */
  readonly openLink?: ((link: string) => void) | undefined
}

/** A wallet's grant for one namespace, or for one chain of it, as messages contain it. */
export interface WireNamespace {
  readonly chains?: readonly ChainId[]
  readonly accounts: readonly AccountId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
/** The page's request for one namespace. */
export interface WireProposalNamespace {
  readonly chains?: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/**
 * The stored part of a pairing: enough to handle the approval after the phone discarded the page.
 */
export interface PairingRecord {
  readonly topic: Hex32
  readonly symKey: Hex32
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
  readonly uri: string
  /** JSON-RPC id of the proposal. */
  readonly proposal: number
  /** Private key of the proposer; PKCS#8 or raw, base64, as `crypto/agree` exports it. */
  readonly privateKey: string
  readonly publicKey: Hex32
  /**
   * Whether the visitor saw the link. Only then can a wallet answer, so only then does a later page
   * wait for the answer.
   */
  readonly isShown?: boolean
  /** The `wc_sessionAuthenticate` request: its id and the topic of its answer. */
  readonly authenticate?: { readonly id: number; readonly topic: Hex32 }
}

/** The stored record of a session; the same on both sides. */
export interface SessionRecord {
  readonly topic: Hex32
  readonly symKey: Hex32
  readonly pairingTopic: Hex32
  /** Configured address of the session's relay; empty in link mode. */
  readonly relay: string
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
  readonly self: { readonly publicKey: Hex32; readonly metadata: Metadata }
  readonly peer: { readonly publicKey: Hex32; readonly metadata: Metadata }
  /** Public key of the side that may update and extend the session. */
  readonly controller: Hex32
  readonly namespaces: Readonly<Record<string, WireNamespace>>
  /**
   * Namespaces that this side (the page) has disconnected. The session ends in the wallet only when
   * the last namespace is disconnected.
   */
  readonly masked: readonly string[]
  readonly sessionProperties?: Readonly<Record<string, string>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  readonly transport: 'relay' | 'link'
}

/**
 * All data that one side (the page or the wallet) stores, encrypted as one text under the key
 * `latchkey.{kit}.v1.walletconnect`.
 */
export interface StoredState {
  readonly version: 1
  readonly pairings: readonly PairingRecord[]
  readonly sessions: readonly SessionRecord[]
  /**
   * Hashes of handled and sent messages, newest last, at most 512: a relay may deliver a message
   * again.
   */
  readonly seen: readonly string[]
}

/**
 * Reads and changes the stored data, also from two tabs at once (with Web Locks where available).
 * Never throws: when the storage is full or blocked, the data stays in memory.
 */
export interface Keep {
  read(): Promise<StoredState>
  /**
   * Changes the stored data. `edit` gets what is stored now, perhaps by another tab, and returns
   * what to store.
   */
  change(edit: (kept: StoredState) => StoredState): Promise<StoredState>
}

export interface KeepOptions {
  readonly kit: string
  readonly storage: KitStorage | null
  /** Encrypts the stored data; reading and storing wait until it is available. */
  readonly seal?: Seal | Promise<Seal | undefined> | undefined
}

/**
 * A valid pairing link: version 2, topic and key of 64 hex digits, topic = sha256(key), not
 * expired.
 */
export interface PairingLink {
  readonly topic: Hex32
  readonly symKey: Hex32
  /** Time of expiry, in milliseconds since the epoch. */
  readonly expiresAt: number
  readonly methods: readonly string[]
}
