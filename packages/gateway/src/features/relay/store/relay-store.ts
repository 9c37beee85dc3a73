/** One message in a mailbox. */
export interface RelayMessage {
  readonly topic: string
  /** Encrypted envelope as the client sent it. */
  readonly message: string
  /** sha256 of `message`, hex. */
  readonly hash: string
  /** `did:key` of the publisher; the message is never sent back to it. */
  readonly publisher: string
  readonly tag: number
  /** Milliseconds since the epoch. */
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
  /** Whether a client other than the publisher listened to the topic on arrival. */
  readonly isAwaited: boolean
}

/**
 * Stands for the project of messages that have none. No project has this id, because the id of a
 * project is never empty.
 */
export const unknownProject = ''

/**
 * Result of an append. Except for `kept` and `duplicate`, nothing was stored and the publisher must
 * get an error. `share-full` means that the share of the publisher's address is used up,
 * `project-full` that the share of its project is.
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
  /** `did:key` of the reader; its own and its acknowledged messages are left out. */
  readonly did: string
  /** Hashes of further messages to leave out. */
  readonly skip: (hash: string) => boolean
  /**
   * Maximum number of bytes of all returned messages; at least one message is returned whatever its
   * size.
   */
  readonly maxBytes: number
}

/**
 * Mailboxes by topic: a message stays until it expires, but a client that acknowledged it does not
 * get it again. A full mailbox drops acknowledged messages, oldest first. A full store drops
 * acknowledged messages in the order of their expiry, then messages of the largest holder, but
 * never of a holder with less than the publisher has. A project whose share is full drops messages
 * of its own by the same rules.
 */
export interface RelayStore {
  /**
   * Stores a message; resolves when it survives the end of this process (except in memory). Rejects
   * when it may be lost.
   */
  append(message: RelayMessage): Promise<AppendResult>
  /** Reads waiting messages, oldest first. */
  readWaiting(
    request: DeliveryRequest,
  ): Promise<{ readonly messages: readonly RelayMessage[]; readonly hasMore: boolean }>
  /**
   * Records an acknowledgement at once; if the process ends before it is stored, the message is
   * delivered again.
   */
  acknowledgeMessage(topic: string, did: string, hash: string): void
  /** Starts reports about this topic to this process. */
  follow(topic: string): Promise<void> | undefined
  unfollow(topic: string): void
  /** Deletes expired messages. */
  dropExpired(): Promise<void>
  counts(): { readonly topics: number; readonly messages: number; readonly bytes: number }
  /** Rejects when the external storage is unreachable; absent for stores inside this process. */
  check?(): Promise<void>
  close(): Promise<void>
}

/** Events that a store reports to its relay. */
export interface StoreListener {
  /** A followed topic has a new message, published through any replica. */
  onAppended(message: RelayMessage): void
  /** Events may have been missed: mailboxes should be read again. */
  onGap(): void
}

/** Size limits of the mailboxes; a message counts as `countStoredBytes` says. */
export interface StoreLimits {
  /** Maximum number of bytes of all messages together. */
  readonly maxBytes: number
  /**
   * Maximum number of bytes of the messages of one holder, which is a publisher's network address.
   */
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

/** Limits of one mailbox. */
export const topicLimits = { topicMessages: 256, topicBytes: 4 * 1_048_576 } as const

/**
 * Maximum number of recorded acknowledgements per message; later ones are forgotten and those
 * clients get the message again.
 */
export const maxAcked = 8

/**
 * Bytes of a message beside its text: its index entry and the ids of clients that acknowledged it.
 */
const overheadBytes = 1_024

/**
 * The size a message counts for.
 * @param textBytes - bytes of its stored JSON text, attestation and topic included
 */
export function countStoredBytes(textBytes: number): number {
  return textBytes + overheadBytes
}

const maxSmallBytes = 16_384
const shortLifeMs = 300_000

/**
 * Whether a message is as small and short-lived as those of pairing and approval, for which a part
 * of the storage is reserved.
 */
export function isSmall(
  { publishedAt, expiresAt }: Pick<RelayMessage, 'publishedAt' | 'expiresAt'>,
  countedSize: number,
): boolean {
  return countedSize <= maxSmallBytes && expiresAt - publishedAt <= shortLifeMs
}

/** Maximum number of bytes after a message is added. */
export interface ByteLimits {
  /** Maximum number of bytes of all messages together. */
  readonly all: number
  readonly holder: number
  readonly client: number
  readonly project: number
  /**
   * Maximum number of bytes that a project can reach with messages of any size, including small
   * ones in the reserve.
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
    // A project's small messages may also use the reserve, so that its visitors can still pair a
    // wallet while its own share is full.
    project: projectBytes + (isSmallOne ? reserve : 0),
    anyInProject: projectBytes + reserve,
  }
}
