import type { KitStorage } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'

/** 32 bytes as 64 lower-case hex digits. */
export type Hex32 = string

/** The raw Ed25519 key of one page; lives in memory only, a new one each page load. */
export interface Identity {
  /** `did:key:z…` of the public key. */
  readonly did: string
  /**
   * base64url EdDSA JWT for one relay; `aud` is the relay's address as configured, valid for a day.
   */
  authorise(relayUrl: string): Promise<string>
}

/** An Ed25519 key that signs; WebCrypto never hands it out. */
export interface Signer {
  readonly publicKey: Uint8Array
  sign(text: string): Promise<Uint8Array>
}

/** One delivery of a relay. */
export interface Delivery {
  readonly topic: Hex32
  /** Envelope, base64 (types 0 and 1). */
  readonly message: string
  readonly tag: number
  /** Milliseconds since the epoch, as the relay says. */
  readonly publishedAt: number
}

export interface Publication {
  readonly topic: Hex32
  /** Envelope, base64. */
  readonly message: string
  readonly tag: number
  /** Seconds. */
  readonly ttl: number
  /** Whether the relay should wake the receiver. */
  readonly prompt?: boolean
}

/**
 * One relay: one socket, opened by the first need, closed when there is no topic and nothing
 * pending. Survives loss of the socket by itself (back-off with jitter, one batch subscribe,
 * unanswered publications sent again with their id).
 */
export interface Relay {
  readonly url: string
  /**
   * Resolves at the relay's answer; idempotent; kept over reconnects. Throws `relay-unreachable` |
   * `aborted`.
   */
  subscribe(topics: readonly Hex32[], signal?: AbortSignal): Promise<void>
  /** At once, quietly. */
  unsubscribe(topics: readonly Hex32[]): void
  /**
   * Resolves when the relay has it. Throws `relay-unreachable` after 60 s, `relay-refused` |
   * `aborted`.
   */
  publish(publication: Publication, signal?: AbortSignal): Promise<void>
  /**
   * `wc_proposeSession`; falls back to subscribe + publish (1100) on -32601. Subscribes the pairing
   * topic.
   */
  propose(
    parameters: { readonly pairingTopic: Hex32; readonly message: string; readonly id: number },
    signal?: AbortSignal,
  ): Promise<void>
  /**
   * `wc_approveSession`; falls back to subscribe + publish (1101, 1102) on -32601. Subscribes the
   * session topic.
   */
  approve(
    parameters: {
      readonly pairingTopic: Hex32
      readonly sessionTopic: Hex32
      /** Envelope on the pairing topic. */
      readonly response: string
      /** Envelope on the session topic. */
      readonly settlement: string
      readonly id: number
    },
    signal?: AbortSignal,
  ): Promise<void>
  /** Ends everything; nothing more is delivered. */
  close(): void
}

export interface RelayOptions {
  /** `ws:` or `wss:`, as configured; it becomes the `aud` of the token. */
  readonly url: string
  readonly projectId?: string | undefined
  readonly identity: Identity
  /** Already acknowledged to the relay, not yet de-duplicated. Never rejects. */
  readonly onMessage: (delivery: Delivery, relay: Relay) => void
  readonly isOnline?: (() => boolean) | undefined
  readonly WebSocket?: typeof globalThis.WebSocket | undefined
}

/**
 * Encrypts what is stored; where none is possible (no IndexedDB) nothing is stored and sessions
 * live as long as the page.
 */
export interface Seal {
  /** To text for the storage. */
  close(clear: string): Promise<string>
  /** Throws on anything not sealed by this seal. */
  open(sealed: string): Promise<string>
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

/** Messages inside links, beside relays. */
export interface LinkMode {
  /** The page's own address that wallets answer by: `https:`, or `http:` to this device. */
  readonly universal: string
  /** What the address bar held when the page was opened. */
  readonly arrived?:
    | Promise<{ readonly topic: Hex32; readonly message: string } | undefined>
    | undefined
  /** Opens a wallet's link within the visitor's gesture; default: a window of its own. */
  readonly openLink?: ((link: string) => void) | undefined
}

/** What a wallet has granted for one namespace, or one chain of it, as on the wire. */
export interface WireNamespace {
  readonly chains?: readonly ChainId[]
  readonly accounts: readonly AccountId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
/** What a page asks for. */
export interface WireProposalNamespace {
  readonly chains?: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/**
 * What is kept of a pairing: enough to be met by the approval after the page was discarded by the
 * phone.
 */
export interface PairingRecord {
  readonly topic: Hex32
  readonly symKey: Hex32
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly uri: string
  /** JSON-RPC id of the proposal. */
  readonly proposal: number
  /** Of the proposer; PKCS#8 or raw, base64, as `crypto/agree` exports it. */
  readonly privateKey: string
  readonly publicKey: Hex32
  /** Shown to the visitor: only then may a wallet answer, and a later page wait for it. */
  readonly isShown?: boolean
  /** Of `wc_sessionAuthenticate`: its id and the topic its answer comes on. */
  readonly authenticate?: { readonly id: number; readonly topic: Hex32 }
}

/** What is kept of a session; the same on both sides. */
export interface SessionRecord {
  readonly topic: Hex32
  readonly symKey: Hex32
  readonly pairingTopic: Hex32
  /** The relay it is spoken over, as configured; empty in link mode. */
  readonly relay: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly self: { readonly publicKey: Hex32; readonly metadata: Metadata }
  readonly peer: { readonly publicKey: Hex32; readonly metadata: Metadata }
  /** Public key of the side that may update and extend. */
  readonly controller: Hex32
  readonly namespaces: Readonly<Record<string, WireNamespace>>
  /** Namespaces dropped here; the wallet is told when the last one goes. */
  readonly masked: readonly string[]
  readonly sessionProperties?: Readonly<Record<string, string>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  readonly transport: 'relay' | 'link'
}

/** Everything this side keeps, sealed as one text: `latchkey.{kit}.v1.walletconnect`. */
export interface StoredState {
  readonly version: 1
  readonly pairings: readonly PairingRecord[]
  readonly sessions: readonly SessionRecord[]
  /** Of messages handled or sent, newest last, at most 512: a relay may deliver anything again. */
  readonly seen: readonly string[]
}

/**
 * Reads and changes what is kept; two tabs may do so at once (Web Locks where there are any). Never
 * throws: a full or closed storage keeps things in memory.
 */
export interface Keep {
  read(): Promise<StoredState>
  /** The function gets what is stored now, by any tab. */
  change(edit: (kept: StoredState) => StoredState): Promise<StoredState>
}

export interface KeepOptions {
  readonly kit: string
  readonly storage: KitStorage | null
  /** Nothing is read or stored before it has come. */
  readonly seal?: Seal | Promise<Seal | undefined> | undefined
}

/** A pairing link, validated: version 2, 64-hex topic and key, topic = sha256(key), not expired. */
export interface PairingLink {
  readonly topic: Hex32
  readonly symKey: Hex32
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly methods: readonly string[]
}
