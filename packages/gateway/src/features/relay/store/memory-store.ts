import { makeMailboxes } from './mailboxes.ts'
import {
  countStoredBytes,
  type RelayMessage,
  type RelayStore,
  type StoreLimits,
  type StoreListener,
  unknownProject,
} from './relay-store.ts'
import type { Entry } from './shares.ts'
import { takeItemsWithinBytes } from './take-items-within-bytes.ts'

interface StoredMessage extends Entry {
  readonly message: RelayMessage
}

/**
 * Stores mailboxes in memory, so that they are lost when the process ends: for tests, and for
 * operators who choose it.
 */
export function memoryStore(
  limits: StoreLimits,
  listener: StoreListener,
  now: () => number = Date.now,
): RelayStore {
  const index = makeMailboxes<StoredMessage>(limits)
  return {
    async append(message) {
      const { topic, hash, publisher, holder, publishedAt, expiresAt, isAwaited } = message
      const { project = unknownProject } = message
      if (index.find(topic, hash, now())) return 'duplicate'
      const bytes = countStoredBytes(Buffer.byteLength(JSON.stringify(message)))
      const entry = {
        topic,
        hash,
        publisher,
        holder,
        project,
        publishedAt,
        expiresAt,
        bytes,
        acked: [],
        message,
      }
      const refusal = index.add({ ...entry, isSought: isAwaited }, now())
      if (refusal) return refusal
      listener.onAppended(message)
      return 'kept'
    },
    async readWaiting({ topic, did, skip, maxBytes }) {
      const waitingEntries = index.waitingFor(topic, did, now()).filter(({ hash }) => !skip(hash))
      const { taken, hasMore } = takeItemsWithinBytes(waitingEntries, maxBytes)
      return { messages: taken.map(({ message }) => message), hasMore }
    },
    acknowledgeMessage: (topic, did, hash) => void index.acknowledgeMessage(topic, did, hash),
    follow: () => undefined,
    unfollow: () => {},
    dropExpired: async () => index.dropExpired(now()),
    counts: index.counts,
    close: async () => {},
  }
}
