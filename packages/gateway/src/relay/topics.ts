import type { Connection } from './connection.ts'
import type { RelayMessage, RelayStore } from './store/relay-store.ts'

/** Who listens to what, in this process. */
export interface Topics {
  /** Resolves once messages of the topic are reported to this process. */
  join(topic: string, connection: Connection): Promise<void> | undefined
  leave(topic: string, connection: Connection): void
  offer(message: RelayMessage): void
  count(): number
}

export function makeTopics(store: () => Pick<RelayStore, 'follow' | 'unfollow'>): Topics {
  const listeners = new Map<
    string,
    { readonly connections: Set<Connection>; readonly ready: Promise<void> | undefined }
  >()
  return {
    join(topic, connection) {
      const there = listeners.get(topic) ?? { connections: new Set(), ready: store().follow(topic) }
      listeners.set(topic, there)
      there.connections.add(connection)
      return there.ready
    },
    leave(topic, connection) {
      const there = listeners.get(topic)
      if (!there?.connections.delete(connection) || there.connections.size > 0) return
      listeners.delete(topic)
      store().unfollow(topic)
    },
    offer(message) {
      for (const connection of listeners.get(message.topic)?.connections ?? []) connection.offer(message)
    },
    count: () => listeners.size,
  }
}
