/** One message in a mailbox, which is the list of messages of one topic. */
export interface RelayMessage {
  readonly topic: string
  /** Encrypted message, exactly as the client sent it. */
  readonly message: string
  /** SHA-256 of `message` in hex. */
  readonly hash: string
  /** `did:key` of the publisher; the message is never sent back to it. */
  readonly publisher: string
  readonly tag: number
  /** Time when the message was published, in milliseconds since the epoch. */
  readonly publishedAt: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly attestation?: string
  /**
   * Hash of the publisher's network address (`shareOf`); the message counts towards the storage
   * share of this address.
   */
  readonly holder: string
  /**
   * Id of the known project that the publisher named; the message counts towards the storage share
   * of this project. Absent when the publisher named no known project, and in messages from before
   * storage was counted by project.
   */
  readonly project?: string
  /**
   * Whether a client other than the publisher was subscribed to the topic when the message arrived.
   */
  readonly isAwaited: boolean
}

/**
 * Project id under which messages without a known project are counted. No project has this id,
 * because the id of a project is never empty.
 */
export const unknownProject = ''

/**
 * Result of storing a message. Except for `kept` and `duplicate`, nothing was stored and the
 * publisher must get an error. `share-full` means that the storage share of the publisher's network
 * address is used up, `project-full` that the storage share of its project is.
 */
export type AppendResult =
  | 'kept'
  | 'duplicate'
  | 'topic-full'
  | 'share-full'
  | 'project-full'
  | 'full'

export interface DeliveryRequest {
  readonly topic: string
  /** `did:key` of the reader; messages that it sent or acknowledged are left out. */
  readonly did: string
  /** Hashes of messages that are left out too. */
  readonly skip: (hash: string) => boolean
  /**
   * Maximum number of bytes of all returned messages; at least one message is returned whatever its
   * size.
   */
  readonly maxBytes: number
}

/**
 * Mailboxes by topic. A message stays until it expires, but a client that acknowledged it does not
 * get it again. A full mailbox deletes acknowledged messages, oldest first. A full store deletes
 * acknowledged messages in the order of their expiry, then messages of the network address that
 * stores most, but never of one that stores less than the publisher's. A project whose share of the
 * storage is full deletes messages of its own by the same rules.
 */
export interface RelayStore {
  /**
   * Stores a message. Resolves when the message survives the end of this process (except in
   * memory); rejects when it may be lost.
   */
  append(message: RelayMessage): Promise<AppendResult>
  /** Reads the messages that wait for a client, oldest first. */
  readWaiting(
    request: DeliveryRequest,
  ): Promise<{ readonly messages: readonly RelayMessage[]; readonly hasMore: boolean }>
  /**
   * Records at once that a client acknowledged a message. If the process ends before the
   * acknowledgement is stored, the message is delivered again.
   */
  acknowledgeMessage(topic: string, did: string, hash: string): void
  /** From now on, new messages of this topic are reported to this process. */
  follow(topic: string): Promise<void> | undefined
  unfollow(topic: string): void
  /** Deletes expired messages. */
  dropExpired(): Promise<void>
  counts(): { readonly topics: number; readonly messages: number; readonly bytes: number }
  /** Rejects when the external storage is unreachable; absent in stores inside this process. */
  check?(): Promise<void>
  close(): Promise<void>
}

/** Events that a store reports to its relay. */
export interface StoreListener {
  /**
   * Called when a topic that this process follows has a new message, published through any replica.
   */
  onAppended(message: RelayMessage): void
  /**
   * Called when reports of new messages may have been missed: the mailboxes should be read again.
   */
  onGap(): void
}

/**
 * Size limits of the mailboxes; `countStoredBytes` computes the size with which a message counts.
 */
export interface StoreLimits {
  /** Maximum number of bytes of all messages together. */
  readonly maxBytes: number
  /** Maximum number of bytes of the messages that one network address published. */
  readonly holderBytes: number
  /** Maximum number of bytes of one client's messages. */
  readonly clientBytes: number
  /**
   * Maximum number of bytes of one project's messages; all messages of no known project together
   * have the same limit.
   */
  readonly projectBytes: number
  readonly topicMessages: number
  readonly topicBytes: number
}

/** Limits of the mailbox of one topic: number and bytes of its messages. */
export const topicLimits = { topicMessages: 256, topicBytes: 4 * 1_048_576 } as const

/**
 * Maximum number of clients per message whose acknowledgement is recorded; later acknowledgements
 * are not, and those clients get the message again.
 */
export const maxAcked = 8

/**
 * Bytes that a message takes in addition to its text: its index entry and the ids of clients that
 * acknowledged it.
 */
const overheadBytes = 1_024

/**
 * Computes the size with which a message counts against the limits.
 * @param textBytes - bytes of its stored JSON text, attestation and topic included
 */
export function countStoredBytes(textBytes: number): number {
  return textBytes + overheadBytes
}

const maxSmallBytes = 16_384
const shortLifeMs = 300_000

/**
 * Whether a message is small and expires soon, as the messages of pairing and approval do; for such
 * messages a part of the storage is reserved.
 */
export function isSmall(
  { publishedAt, expiresAt }: Pick<RelayMessage, 'publishedAt' | 'expiresAt'>,
  countedSize: number,
): boolean {
  return countedSize <= maxSmallBytes && expiresAt - publishedAt <= shortLifeMs
}

/** Numbers of bytes that may be stored at most once a certain message is added. */
export interface ByteLimits {
  /** Maximum number of bytes of all messages together. */
  readonly all: number
  readonly holder: number
  readonly client: number
  readonly project: number
  /**
   * Maximum number of bytes that a project can store if it uses the storage that is reserved for
   * small messages too.
   */
  readonly anyInProject: number
}

export function computeByteLimits(
  { maxBytes, holderBytes, clientBytes, projectBytes }: StoreLimits,
  isSmallOne: boolean,
): ByteLimits {
  const reserve = Math.floor(maxBytes / 8)
  const extraBytes = isSmallOne ? Math.floor(reserve / 4) : 0
  return {
    all: isSmallOne ? maxBytes : maxBytes - reserve,
    holder: holderBytes + extraBytes,
    client: clientBytes + extraBytes,
    // Small messages of a project may also use the reserved storage, so that its visitors can still
    // pair a wallet while the project's share is full.
    project: projectBytes + (isSmallOne ? reserve : 0),
    anyInProject: projectBytes + reserve,
  }
}
