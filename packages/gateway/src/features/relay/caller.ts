import { hash } from 'node:crypto'
import type { Client } from './clients.ts'
import { type Caller, DeniedError } from './methods.ts'
import type { Outbox } from './outbox.ts'
import { type Publication, stampPublication } from './read-params.ts'
import type { SharedServices } from './shared-services.ts'
import type { RelayMessage } from './store/relay-store.ts'

const fetchBytes = 524_288
/**
 * Maximum number of messages that a client may have fetched without acknowledging them. Above it,
 * the relay gives the client no more until it acknowledges some or reconnects.
 */
const maxFetched = 10_000

/**
 * Creates, for one client, the operations that the RPC methods use.
 * @param subscriptions - subscription ids of this socket by topic; only these operations change it
 */
export function makeCaller(
  { did, address, project }: Client,
  subscriptions: Map<string, string>,
  outbox: Outbox,
  shared: SharedServices,
): Caller {
  const { store, topics, clients, metrics, log, now } = shared
  const fetchedKeys = new Set<string>()
  // A hash stands for the network address in the message store, which limits the bytes per address
  // but must not learn the address.
  const holderId = hash('sha256', `relay ${address}`, 'base64url').slice(0, 16)

  const denyCall = (
    reason: 'rate' | 'full' | 'project' | 'store' | 'subscriptions',
    code: number,
    message: string,
  ): DeniedError => {
    metrics.countRefused(reason)
    return new DeniedError(code, message)
  }
  const publishOne = async (publication: Publication): Promise<void> => {
    const isAwaited = topics.hasOtherListener(publication.topic, outbox)
    const publicationStamp = { publisher: did, holder: holderId, project, isAwaited, now: now() }
    const message = stampPublication(publication, publicationStamp)
    const startedAt = performance.now()
    const appendResult = await store.append(message).catch((error: unknown) => {
      log.error({ code: (error as { code?: unknown } | null)?.code }, 'relay store keeps nothing')
      // A full disk or another failure is reported to the publisher, so that it can try again.
      throw denyCall('store', -32000, 'The relay cannot keep messages now')
    })
    metrics.timeStored(performance.now() - startedAt)
    if (appendResult === 'duplicate') return metrics.countDuplicate()
    if (appendResult === 'topic-full')
      throw denyCall('full', -32000, 'The mailbox of this topic is full')
    if (appendResult === 'share-full')
      throw denyCall('full', -32000, 'Too much waits already from this client or its network')
    if (appendResult === 'project-full')
      throw denyCall('project', -32000, 'Too much waits already from this project')
    if (appendResult === 'full') throw denyCall('full', -32000, 'The relay is full')
    metrics.countPublished(message.message.length)
  }
  const caller: Caller = {
    async publish(publications) {
      const bytes = publications.reduce(
        (sum, one) => sum + one.message.length + (one.attestation?.length ?? 0),
        0,
      )
      const waitSeconds = clients.charge({ did, address }, publications.length, bytes)
      if (waitSeconds > 0) throw denyCall('rate', -32005, `Too much at once: wait ${waitSeconds} s`)
      const [first] = publications
      if (publications.length === 1 && first) await publishOne(first)
      else await Promise.all(publications.map(publishOne))
    },
    async subscribe(requestedTopics) {
      const newTopics = [...new Set(requestedTopics)].filter((topic) => !subscriptions.has(topic))
      if (!clients.addSubscriptions({ did, address }, newTopics.length))
        throw denyCall('subscriptions', -32005, 'Too many subscriptions of this client')
      for (const topic of newTopics) {
        subscriptions.set(topic, hash('sha256', topic + did))
        outbox.hold(topic)
      }
      try {
        await Promise.all(newTopics.map((topic) => topics.join(topic, outbox)))
      } catch (error) {
        caller.unsubscribe(newTopics)
        throw error
      }
      return requestedTopics.map((topic) => subscriptions.get(topic) ?? hash('sha256', topic + did))
    },
    unsubscribe(droppedTopics) {
      for (const topic of droppedTopics) {
        if (subscriptions.delete(topic)) {
          clients.addSubscriptions({ did, address }, -1)
          outbox.forgetTopic(topic)
          topics.leave(topic, outbox)
        }
      }
    },
    async fetchMessages(requestedTopics) {
      const messages: RelayMessage[] = []
      for (const topic of requestedTopics) {
        const bytes = messages.reduce((sum, { message }) => sum + message.length, 0)
        if (bytes >= fetchBytes || fetchedKeys.size > maxFetched) return { messages, hasMore: true }
        const isFetched = (one: string): boolean => fetchedKeys.has(topic + one)
        const waitingMessages = await store.readWaiting({
          topic,
          did,
          skip: isFetched,
          maxBytes: fetchBytes - bytes,
        })
        for (const fetchedMessage of waitingMessages.messages) {
          fetchedKeys.add(topic + fetchedMessage.hash)
        }
        messages.push(...waitingMessages.messages)
        if (waitingMessages.hasMore) return { messages, hasMore: true }
      }
      return { messages, hasMore: false }
    },
    acknowledgeMessage(topic, one) {
      if (fetchedKeys.delete(topic + one)) store.acknowledgeMessage(topic, did, one)
    },
  }
  return caller
}
