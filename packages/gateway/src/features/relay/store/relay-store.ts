/** One message in a mailbox. */
export interface RelayMessage {
  readonly topic: string
  /** Envelope as the client sent it. */
  readonly message: string
  /** sha256 of `message`, hex. */
  readonly hash: string
  /** `did:key` of the client it is never sent back to. */
  readonly publisher: string
  readonly tag: number
  /** Milliseconds since the epoch. */
  readonly publishedAt: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly attestation?: string
  /** Whose share of the room it takes: stands for the network it came from (`shareOf`). */
  readonly holder: string
  /** Somebody other than its publisher listened to the topic when it came. */
  readonly isAwaited: boolean
}

/**
 * All but the first two: nothing was kept, and the publisher must be told so. `share-full`: its own
 * share is used up.
 */
export type Appended = 'kept' | 'duplicate' | 'topic-full' | 'share-full' | 'full'

export interface DeliveryRequest {
  readonly topic: string
  /** Its own messages and those it acknowledged are left out. */
  readonly did: string
  /** Hashes to leave out besides. */
  readonly skip: (hash: string) => boolean
  /** Of the messages together; at least one is given whatever its size. */
  readonly maxBytes: number
}

/**
 * Mailboxes by topic: each message stays until it expires; who acknowledged it gets it no more.
 * Where room is needed in a mailbox, what somebody acknowledged goes, the oldest first. Where the
 * whole store is full, what was acknowledged goes, the soonest to expire first; then what the
 * largest holder left, never that of a holder who has less than whoever publishes.
 */
export interface RelayStore {
  /**
   * Resolves once the message would survive the end of this process (except in memory). Rejects
   * where it may be lost.
   */
  append(message: RelayMessage): Promise<Appended>
  /** Oldest first. */
  readWaiting(
    wanted: DeliveryRequest,
  ): Promise<{ readonly messages: readonly RelayMessage[]; readonly hasMore: boolean }>
  /** At once; may be forgotten with the process, then the message is delivered again. */
  acknowledgeMessage(topic: string, did: string, hash: string): void
  /** Reports of this topic are wanted here. */
  follow(topic: string): Promise<void> | undefined
  unfollow(topic: string): void
  /** Drops what has expired. */
  dropExpired(): Promise<void>
  counts(): { readonly topics: number; readonly messages: number; readonly bytes: number }
  /**
   * Rejects where what it keeps its mailboxes in cannot be asked now; absent where that is this
   * process.
   */
  check?(): Promise<void>
  close(): Promise<void>
}

/** What a store reports to the relay in front of it. */
export interface StoreListener {
  /** A followed topic has a new message, whoever served its publisher. */
  onAppended(message: RelayMessage): void
  /** Reports may have been missed: mailboxes should be read again. */
  onGap(): void
}

/** How much mailboxes may hold; every message counts as `countedBytes` says. */
export interface StoreLimits {
  /** Of all messages together. */
  readonly maxBytes: number
  /** Of what one holder published. */
  readonly holderBytes: number
  /** Of what one client published. */
  readonly clientBytes: number
  readonly topicMessages: number
  readonly topicBytes: number
}

/** Of one mailbox. */
export const topicLimits = { topicMessages: 256, topicBytes: 4 * 1_048_576 } as const

/** Beyond it an acknowledgement is forgotten, and the message delivered again to that client. */
export const maxAcked = 8

/**
 * What a message takes beside its own text: its place in the index, and the names of those who have
 * it.
 */
const overheadBytes = 1_024

/**
 * What a message counts for. @param textBytes - of the JSON text it is kept as, attestation and
 * topic included
 */
export function countedBytes(textBytes: number): number {
  return textBytes + overheadBytes
}

const smallBytes = 16_384
const shortMs = 300_000

/**
 * What pairing and approving need: such messages have a part of the room that nothing else may
 * take.
 */
export function isSmall(
  { publishedAt, expiresAt }: Pick<RelayMessage, 'publishedAt' | 'expiresAt'>,
  counted: number,
): boolean {
  return counted <= smallBytes && expiresAt - publishedAt <= shortMs
}

/** Most bytes there may be when a message has been added: in all, of its holder, of its client. */
export function mostBytes(
  { maxBytes, holderBytes, clientBytes }: StoreLimits,
  isSmallOne: boolean,
): { readonly all: number; readonly holder: number; readonly client: number } {
  const reserve = Math.floor(maxBytes / 8)
  const extra = isSmallOne ? Math.floor(reserve / 4) : 0
  return {
    all: isSmallOne ? maxBytes : maxBytes - reserve,
    holder: holderBytes + extra,
    client: clientBytes + extra,
  }
}
