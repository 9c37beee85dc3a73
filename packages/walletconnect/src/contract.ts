import type { KitStorage, Stop } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'

/** 32 bytes as 64 lower-case hex digits. */
export type Hex32 = string

/** The raw Ed25519 key of one page; lives in memory only, a new one each page load. */
export interface Identity {
  /** `did:key:z…` of the public key. */
  readonly did: string
  /** base64url EdDSA JWT for one relay; `aud` is the relay's address as configured, valid for a day. */
  authorise(relayUrl: string): Promise<string>
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
 * One relay: one socket, opened by the first need, closed when there is no topic and nothing pending. Survives loss of
 * the socket by itself (back-off with jitter, one batch subscribe, unanswered publications sent again with their id).
 */
export interface Relay {
  readonly url: string
  /** Resolves at the relay's answer; idempotent; kept over reconnects. Throws `relay-unreachable` | `aborted`. */
  subscribe(topics: readonly Hex32[], signal?: AbortSignal): Promise<void>
  /** At once, quietly. */
  unsubscribe(topics: readonly Hex32[]): void
  /** Resolves when the relay has it. Throws `relay-unreachable` after 60 s, `relay-refused` | `aborted`. */
  publish(publication: Publication, signal?: AbortSignal): Promise<void>
  /** `wc_proposeSession`; falls back to subscribe + publish (1100) on -32601. Subscribes the pairing topic. */
  propose(
    parameters: { readonly pairingTopic: Hex32; readonly message: string; readonly id: number },
    signal?: AbortSignal,
  ): Promise<void>
  /** `wc_approveSession`; falls back to subscribe + publish (1101, 1102) on -32601. Subscribes the session topic. */
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

/** Encrypts what is stored; where none is possible (no IndexedDB) nothing is stored and sessions live as long as the page. */
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
  readonly redirect?: { readonly native?: string; readonly universal?: string; readonly linkMode?: boolean }
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

/** What is kept of a pairing: enough to be met by the approval after the page was discarded by the phone. */
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
  /** The relay it is spoken over, as configured. */
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
export interface Kept {
  readonly version: 1
  readonly pairings: readonly PairingRecord[]
  readonly sessions: readonly SessionRecord[]
  /** Of messages handled or sent, newest last, at most 512: a relay may deliver anything again. */
  readonly seen: readonly string[]
}

/** Reads and changes what is kept; two tabs may do so at once (Web Locks where there are any). Never throws: a full or closed storage keeps things in memory. */
export interface Keep {
  read(): Promise<Kept>
  /** The function gets what is stored now, by any tab. */
  change(edit: (kept: Kept) => Kept): Promise<Kept>
}

export interface KeepOptions {
  readonly kit: string
  readonly storage: KitStorage | null
  readonly seal?: Seal | undefined
}

/** A pairing link, validated: version 2, 64-hex topic and key, topic = sha256(key), not expired. */
export interface PairingLink {
  readonly topic: Hex32
  readonly symKey: Hex32
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly methods: readonly string[]
}

/** JSON-RPC error as it travels; code and message may be missing (`error: {}` is sent by live wallets). */
export interface WireError {
  readonly code?: number
  readonly message?: string
  readonly data?: unknown
}

/** A request of the peer, opened and shaped, not yet judged. */
export interface Incoming {
  readonly topic: Hex32
  readonly id: number
  readonly method: string
  readonly params: unknown
  /** Of type-1 envelopes. */
  readonly senderPublicKey?: Hex32
  /** The relay it came by; none in link mode. */
  readonly relay?: Relay
}

/** An answer of the peer. */
export interface Answer {
  readonly result: unknown
  /** The relay it came by; none in link mode. */
  readonly relay?: Relay
  /** Of type-1 envelopes. */
  readonly senderPublicKey?: Hex32
}

/** JSON-RPC with a peer over topics whose keys are known here: sealed, tagged, de-duplicated by hash and by request id. */
export interface Channel {
  /**
   * Lets messages of a topic be opened; the symmetric key, or for type-1 envelopes the private key. With `sender`,
   * what is sent is of type 1 and names this key.
   */
  addKey(
    topic: Hex32,
    key:
      | { readonly symKey: Hex32; readonly sender?: { readonly publicKey: Hex32 } }
      | { readonly privateKey: string; readonly publicKey: Hex32 },
  ): void
  forgetKey(topic: Hex32): void
  /**
   * Publishes a request with the tag and time-to-live of its method and waits for the answer. A wallet's error is thrown
   * as it came (`WireError`); else `request-expired` | `relay-unreachable` | `aborted`.
   */
  ask(
    parameters: {
      readonly relay: Relay
      readonly topic: Hex32
      readonly method: string
      readonly params: unknown
      /** Default: a new one. */
      readonly id?: number
      /** Milliseconds since the epoch; default now + the method's time-to-live. */
      readonly expiresAt?: number
      /** Where the answer comes, if not on `topic`. */
      readonly answersOn?: Hex32
    },
    signal?: AbortSignal,
  ): Promise<unknown>
  /** The envelope of a message, for `Relay.propose`, `Relay.approve` and links; noted as sent, so that its echo is no news. */
  seal(topic: Hex32, json: unknown): Promise<string>
  /** Waits for the answer to a request published by other means; rejects as `ask` does, never with the relay's codes. */
  expect(
    parameters: {
      /** Where the answer comes. */
      readonly topic: Hex32
      readonly id: number
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
    },
    signal?: AbortSignal,
  ): Promise<Answer>
  /** Publishes a request that nobody answers (events, deletions). */
  tell(parameters: {
    readonly relay: Relay
    readonly topic: Hex32
    readonly method: string
    readonly params: unknown
  }): Promise<void>
  /** `answersOn`: the topic to answer on, if not the one of the request. */
  answer(
    incoming: Pick<Incoming, 'topic' | 'id' | 'method'> & { readonly relay: Relay; readonly answersOn?: Hex32 },
    answer: { readonly result: unknown } | { readonly error: WireError },
  ): Promise<void>
  /** Requests of the peer, each once, whatever the relays repeat. */
  watch(listener: (incoming: Incoming) => void): Stop
  /** What a relay delivered; never rejects: what cannot be opened is dropped and counted. */
  receive(delivery: Pick<Delivery, 'topic' | 'message'>, relay?: Relay): Promise<void>
  close(): void
}

/** A proposal as a wallet shows it. */
export interface WalletProposal {
  readonly id: number
  readonly pairingTopic: Hex32
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** As the page says of itself: claimed, not verified. */
  readonly metadata: Metadata
  readonly required: Readonly<Record<string, WireProposalNamespace>>
  readonly optional: Readonly<Record<string, WireProposalNamespace>>
  readonly sessionProperties?: Readonly<Record<string, string>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
}

/** A one-click sign-in as a wallet shows it (CAIP-122 fields; `wc_sessionAuthenticate`). */
export interface WalletAuthentication {
  readonly id: number
  readonly pairingTopic: Hex32
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly metadata: Metadata
  /** CAIP-2 ids offered. */
  readonly chains: readonly ChainId[]
  /** The text to be signed by this account (CAIP-10), EIP-4361 on eip155. */
  messageFor(account: AccountId): string
}

export interface WalletRequest {
  readonly id: number
  readonly topic: Hex32
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type WalletEvent =
  | { readonly type: 'proposal'; readonly proposal: WalletProposal }
  | { readonly type: 'authentication'; readonly authentication: WalletAuthentication }
  | { readonly type: 'request'; readonly request: WalletRequest }
  /**
   * There is a session, or its record changed. Told as soon as a relay has the approval: a page asleep on the same phone
   * settles only when its visitor is sent back, and `approve` waits for that.
   */
  | { readonly type: 'session'; readonly session: SessionRecord }
  | { readonly type: 'session-ended'; readonly topic: Hex32; readonly reason: 'peer' | 'self' | 'expiry' }
  /** A proposal, authentication or request that can be answered no more. */
  | { readonly type: 'expired'; readonly id: number }

/** The wallet's side of the protocol: companion, tests. Throws codes of `error-text/walletconnect.ts`. */
export interface WalletSide {
  /** Follows a pairing link (or a deep link that wraps one in `uri=`). Throws `pairing-link-invalid` | `pairing-expired` | `relay-unreachable`. */
  pair(link: string): Promise<void>
  watch(listener: (event: WalletEvent) => void): Stop
  getSessions(): readonly SessionRecord[]
  /** Open proposals, authentications and requests, also those of before a reload, oldest first. */
  getPending(): readonly Exclude<WalletEvent, { readonly type: 'session' | 'session-ended' | 'expired' }>[]
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
    proofs: readonly { readonly account: AccountId; readonly signature: string; readonly kind: 'eip191' | 'eip1271' }[],
  ): Promise<SessionRecord>
  /** Default: 5000 "User rejected". */
  reject(id: number, error?: WireError): Promise<void>
  respond(
    request: Pick<WalletRequest, 'id' | 'topic'>,
    answer: { readonly result: unknown } | { readonly error: WireError },
  ): Promise<void>
  update(topic: Hex32, namespaces: Readonly<Record<string, WireNamespace>>): Promise<void>
  extend(topic: Hex32): Promise<void>
  emit(topic: Hex32, event: { readonly chain: ChainId; readonly name: string; readonly data: unknown }): Promise<void>
  ping(topic: Hex32): Promise<void>
  end(topic: Hex32): Promise<void>
  /** A link that came by link mode (`wc_ev`, `topic` in its query). */
  dispatchLink(link: string): Promise<void>
  close(): void
}

export interface WalletOptions {
  /** Addresses of relays; a pairing is followed on all of them. */
  readonly relays: readonly { readonly url: string; readonly projectId?: string }[]
  readonly metadata: Metadata
  /** Separates storage of several wallets on one origin. */
  readonly id?: string
  /** Default `localStorage`, sealed; `null` keeps nothing. */
  readonly storage?: KitStorage | null
  readonly WebSocket?: typeof globalThis.WebSocket
  /** Seals what is stored; default by a key of this origin that cannot be read out. */
  readonly seal?: Seal
  /** What a one-click sign-in may allow; default all that the page asks for. */
  readonly supports?: { readonly chains?: readonly ChainId[]; readonly methods?: readonly string[] }
  /** Opens a link of link mode. */
  readonly openLink?: (link: string) => void
}
