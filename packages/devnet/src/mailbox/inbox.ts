/** A mail, as one of its recipients got it. */
export interface Message {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** HTML part; null when the mail has none. */
  readonly html: string | null
  /** Time at which the mail arrived, ISO 8601. */
  readonly receivedAt: string
}

/** The latest mails, newest first. */
export interface Inbox {
  add(message: Omit<Message, 'id'>): void
  /** The mails to `recipient`, in any letter case; without a recipient, all mails. */
  list(recipient?: string | undefined): readonly Message[]
  find(id: number): Message | undefined
  clear(): void
}

/** Creates an inbox that keeps the latest `maxMessages` messages in memory. */
export function openInbox(maxMessages: number): Inbox {
  const inboxState: { messages: readonly Message[]; next: number } = { messages: [], next: 1 }
  return {
    add(message) {
      inboxState.messages = [{ id: inboxState.next++, ...message }, ...inboxState.messages].slice(
        0,
        maxMessages,
      )
    },
    list: (recipient) =>
      recipient === undefined
        ? inboxState.messages
        : inboxState.messages.filter(
            (candidate) => candidate.to.toLowerCase() === recipient.trim().toLowerCase(),
          ),
    find: (id) => inboxState.messages.find((candidate) => candidate.id === id),
    clear() {
      inboxState.messages = []
    },
  }
}
