import type { RelayMetrics } from './metrics.ts'
import type { RelayMessage, RelayStore } from './store/relay-store.ts'
import type { Wire } from './wire.ts'

/**
 * Limits of a client's socket buffer, and of the messages pushed to the client that it has not
 * acknowledged. When one of them is reached, new messages stay in the mailbox.
 */
export const sendWindows = {
  bufferedBytes: 1_048_576,
  messages: 256,
  bytes: 4 * 1_048_576,
} as const
const readBytes = 262_144
const stuckMs = 60_000
/**
 * Number of acknowledged messages that are remembered: the store may still report or return a
 * message that was already pushed and acknowledged.
 */
const maxAcknowledged = sendWindows.messages

export interface OutboxOptions {
  readonly did: string
  readonly wire: Wire
  readonly store: RelayStore
  /** Returns the subscription id of a topic; undefined when the client is no longer subscribed. */
  readonly subscriptionOf: (topic: string) => string | undefined
  readonly metrics: RelayMetrics
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Pushes messages to one client, as far as the limits of `sendWindows` allow. */
export interface Outbox {
  /** Pushes a new message of a subscribed topic now, or later when a limit is reached. */
  offer(message: RelayMessage): void
  /**
   * Holds back the messages of a topic until `flush`, so that the client first gets the answer to
   * its call that subscribes to the topic.
   */
  hold(topic: string): void
  /** Ends the delay of `hold`, and pushes the stored messages of a topic (its mailbox). */
  flush(topic: string): void
  /**
   * Calls `flush` for every topic that `hold` still delays. This is for a subscribe call that has
   * failed, after which no other call would end the delay.
   */
  flushHeld(): void
  forgetTopic(topic: string): void
  /** Handles the client's answer to a pushed message; `id` is the raw JSON of the answer's id. */
  settlePush(id: string, isAcknowledged: boolean): void
  /** Continues pushing after the socket's buffer has room again. */
  resume(): void
  /**
   * Whether the client is stuck: a limit of `sendWindows` has been reached for 60 s, in which the
   * client neither read from the socket nor answered a pushed message. Called about once a second.
   */
  isStuck(): boolean
  closeOutbox(): void
}

interface Push {
  readonly topic: string
  readonly hash: string
  readonly publishedAt: number
  readonly bytes: number
}

export function makeOutbox({
  did,
  wire,
  store,
  subscriptionOf,
  metrics,
  now,
  onError,
}: OutboxOptions): Outbox {
  const pushedMessages = new Map<string, Push>()
  const pushedKeys = new Set<string>()
  /** Publishing time of each of the last acknowledged messages, by message key. */
  const acknowledgedTimes = new Map<string, number>()
  const waitingTopics = new Set<string>()
  const heldTopics = new Set<string>()
  const state = {
    nextId: now() * 1000,
    bytes: 0,
    settled: 0,
    isPumping: false,
    isEnded: false,
    reading: '',
  }
  const stuckState = { since: 0, settled: 0, buffered: 0 }

  const isFull = (): boolean =>
    wire.bufferedBytes > sendWindows.bufferedBytes ||
    pushedMessages.size >= sendWindows.messages ||
    state.bytes >= sendWindows.bytes

  const pushMessage = (message: RelayMessage): void => {
    const { topic, hash, publishedAt, tag, attestation = null } = message
    const subscription = subscriptionOf(topic)
    const key = topic + hash
    const isKnown = pushedKeys.has(key) || acknowledgedTimes.get(key) === publishedAt
    if (subscription === undefined || isKnown) return
    const id = String(state.nextId++)
    const pushJson = JSON.stringify({
      topic,
      message: message.message,
      publishedAt,
      tag,
      attestation,
    })
    pushedMessages.set(id, { topic, hash, publishedAt, bytes: pushJson.length })
    pushedKeys.add(key)
    state.bytes += pushJson.length
    metrics.countDelivered(pushJson.length)
    wire.send(
      `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${subscription}","data":${pushJson}}}`,
    )
  }

  const rememberAcknowledged = (key: string, publishedAt: number): void => {
    acknowledgedTimes.delete(key)
    acknowledgedTimes.set(key, publishedAt)
    const [oldest = key] = acknowledgedTimes.keys()
    if (acknowledgedTimes.size > maxAcknowledged) acknowledgedTimes.delete(oldest)
  }

  const readMailbox = async (topic: string): Promise<void> => {
    waitingTopics.delete(topic)
    if (subscriptionOf(topic) === undefined) return
    state.reading = topic
    const isPushed = (hash: string): boolean => pushedKeys.has(topic + hash)
    const { messages, hasMore } = await store.readWaiting({
      topic,
      did,
      skip: isPushed,
      maxBytes: readBytes,
    })
    state.reading = ''
    if (hasMore) waitingTopics.add(topic)
    for (const message of messages) {
      if (state.isEnded) return
      if (isFull()) return void waitingTopics.add(topic)
      pushMessage(message)
    }
  }

  const pushWaitingTopics = async (): Promise<void> => {
    if (state.isPumping) return
    state.isPumping = true
    try {
      for (const topic of waitingTopics) {
        if (state.isEnded || isFull()) return
        await readMailbox(topic).catch((error: unknown) => {
          waitingTopics.add(topic)
          throw error
        })
      }
    } catch (error) {
      onError(error)
    } finally {
      state.reading = ''
      state.isPumping = false
    }
  }

  const flushTopic = (topic: string): void => {
    heldTopics.delete(topic)
    waitingTopics.add(topic)
    void pushWaitingTopics()
  }

  return {
    offer(message) {
      const { topic, publisher } = message
      if (publisher === did || state.isEnded || heldTopics.has(topic)) return
      // When earlier messages of the topic wait, or its mailbox is being read, the new message is
      // read from the mailbox later, which keeps the order.
      if (!isFull() && state.reading !== topic && !waitingTopics.has(topic))
        return pushMessage(message)
      waitingTopics.add(topic)
      void pushWaitingTopics()
    },
    hold: (topic) => void heldTopics.add(topic),
    flush: flushTopic,
    flushHeld: () => [...heldTopics].forEach(flushTopic),
    forgetTopic(topic) {
      heldTopics.delete(topic)
      waitingTopics.delete(topic)
    },
    settlePush(id, isAcknowledged) {
      const push = pushedMessages.get(id)
      if (!push) return
      const key = push.topic + push.hash
      pushedMessages.delete(id)
      pushedKeys.delete(key)
      state.bytes -= push.bytes
      state.settled += 1
      if (isAcknowledged) {
        metrics.countAcknowledged()
        rememberAcknowledged(key, push.publishedAt)
        store.acknowledgeMessage(push.topic, did, push.hash)
      }
      if (waitingTopics.size > 0) void pushWaitingTopics()
    },
    resume: () => void (waitingTopics.size > 0 && pushWaitingTopics()),
    isStuck() {
      const buffered = wire.bufferedBytes
      const hasProgressed = stuckState.settled !== state.settled || buffered < stuckState.buffered
      if (!isFull() || hasProgressed || stuckState.since === 0) {
        const stuckSince = isFull() ? now() : 0
        Object.assign(stuckState, { since: stuckSince, settled: state.settled, buffered })
        return false
      }
      return now() - stuckState.since >= stuckMs
    },
    closeOutbox() {
      state.isEnded = true
      waitingTopics.clear()
    },
  }
}
