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
}

/** `topic-full` and `full`: nothing was kept, and the publisher must be told so. */
export type Appended = 'kept' | 'duplicate' | 'topic-full' | 'full'

export interface Wanted {
  readonly topic: string
  /** Its own messages and those it acknowledged are left out. */
  readonly did: string
  /** Hashes to leave out besides. */
  readonly skip: (hash: string) => boolean
  /** Of the messages together; at least one is given whatever its size. */
  readonly maxBytes: number
}

/**
 * Mailboxes by topic: each message stays until it expires; who acknowledged it gets it no more. Where room is needed,
 * what somebody acknowledged goes (in its mailbox the oldest, else the soonest to expire); what nobody did never does.
 */
export interface RelayStore {
  /** Resolves once the message would survive the end of this process (except in memory). Rejects where it may be lost. */
  append(message: RelayMessage): Promise<Appended>
  /** Oldest first. */
  deliver(wanted: Wanted): Promise<{ readonly messages: readonly RelayMessage[]; readonly hasMore: boolean }>
  /** At once; may be forgotten with the process, then the message is delivered again. */
  ack(topic: string, did: string, hash: string): void
  /** Reports of this topic are wanted here. */
  follow(topic: string): Promise<void> | undefined
  unfollow(topic: string): void
  /** Drops what has expired. */
  sweep(): Promise<void>
  counts(): { readonly topics: number; readonly messages: number; readonly bytes: number }
  close(): Promise<void>
}

/** What a store reports to the relay in front of it. */
export interface StoreListener {
  /** A followed topic has a new message, whoever served its publisher. */
  onAppended(message: RelayMessage): void
  /** Reports may have been missed: mailboxes should be read again. */
  onGap(): void
}

/** How much mailboxes may hold. */
export interface StoreLimits {
  /** Of all messages together. */
  readonly maxBytes: number
  readonly topicMessages: number
  readonly topicBytes: number
}

/** Of one mailbox. */
export const topicLimits = { topicMessages: 256, topicBytes: 4 * 1_048_576 } as const
