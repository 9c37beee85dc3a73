/** One mail as one of its receivers got it. */
export interface Message {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Null where the mail has no HTML part. */
  readonly html: string | null
  /** ISO 8601. */
  readonly receivedAt: string
}

/** The last messages, newest first. */
export interface Inbox {
  add(message: Omit<Message, 'id'>): void
  /** Those to this address, whatever its case; all without one. */
  list(to?: string | undefined): readonly Message[]
  find(id: number): Message | undefined
  clear(): void
}

/** Keeps the last `most` messages in memory. */
export function openInbox(most: number): Inbox {
  const held: { messages: readonly Message[]; next: number } = { messages: [], next: 1 }
  return {
    add(message) {
      held.messages = [{ id: held.next++, ...message }, ...held.messages].slice(0, most)
    },
    list: (to) =>
      to === undefined
        ? held.messages
        : held.messages.filter((one) => one.to.toLowerCase() === to.trim().toLowerCase()),
    find: (id) => held.messages.find((one) => one.id === id),
    clear() {
      held.messages = []
    },
  }
}
