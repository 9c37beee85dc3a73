/** One mail for one of its recipients. */
export interface Message {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** HTML part; null when the mail has none. */
  readonly html: string | null
  /** ISO 8601. */
  readonly receivedAt: string
}

/** The latest messages, newest first. */
export interface Inbox {
  add(message: Omit<Message, 'id'>): void
  /** Messages to this address, in any letter case; all messages without an address. */
  list(to?: string | undefined): readonly Message[]
  find(id: number): Message | undefined
  clear(): void
}

/** Creates an inbox that keeps the latest `most` messages in memory. */
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
