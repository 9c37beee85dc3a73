import type { Outbox } from './outbox.ts'
import type { RelayMessage, RelayStore } from './store/relay-store.ts'

type Listener = Pick<Outbox, 'offer'>

/** The subscribers of each topic in this process. */
export interface Topics {
  /**
   * Adds a subscriber of a topic; resolves when messages of the topic are reported to this process.
   */
  join(topic: string, listener: Listener): Promise<void> | undefined
  leave(topic: string, listener: Listener): void
  offer(message: RelayMessage): void
  /** Whether a subscriber other than `listener` listens to the topic in this process. */
  hasOtherListener(topic: string, listener: Listener): boolean
  count(): number
}

export function makeTopics(store: () => Pick<RelayStore, 'follow' | 'unfollow'>): Topics {
  const listeners = new Map<
    string,
    { readonly members: Set<Listener>; readonly ready: Promise<void> | undefined }
  >()
  return {
    join(topic, listener) {
      const topicEntry = listeners.get(topic) ?? {
        members: new Set(),
        ready: store().follow(topic),
      }
      listeners.set(topic, topicEntry)
      topicEntry.members.add(listener)
      return topicEntry.ready
    },
    leave(topic, listener) {
      const topicEntry = listeners.get(topic)
      if (!topicEntry?.members.delete(listener) || topicEntry.members.size > 0) return
      listeners.delete(topic)
      store().unfollow(topic)
    },
    offer(message) {
      for (const member of listeners.get(message.topic)?.members ?? []) {
        member.offer(message)
      }
    },
    hasOtherListener(topic, listener) {
      const members = listeners.get(topic)?.members
      return members !== undefined && members.size > (members.has(listener) ? 1 : 0)
    },
    count: () => listeners.size,
  }
}
