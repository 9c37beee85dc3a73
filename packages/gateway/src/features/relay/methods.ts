import type { Publication } from './read-params.ts'
import { InvalidParams, readList, readObject, readPublication, readTopic } from './read-params.ts'
import type { RelayMessage } from './store/relay-store.ts'

/** The operations that an RPC method may use on behalf of the calling client. */
export interface Caller {
  /** Publishes messages. Throws `DeniedError`. */
  publish(publications: readonly Publication[]): Promise<void>
  /** Subscribes to topics; returns the subscription ids in order. Throws `DeniedError`. */
  subscribe(topics: readonly string[]): Promise<readonly string[]>
  unsubscribe(topics: readonly string[]): void
  fetchMessages(
    topics: readonly string[],
  ): Promise<{ readonly messages: readonly RelayMessage[]; readonly hasMore: boolean }>
  acknowledgeMessage(topic: string, hash: string): void
}

/** Error thrown when a valid call is refused; the client gets it as a JSON-RPC error. */
export class DeniedError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface Reply {
  readonly result: unknown
  /** Topics whose waiting messages are pushed after the answer was sent. */
  readonly flush?: readonly string[]
}

type Method = (caller: Caller, params: Record<string, unknown>) => Promise<Reply>

const methods: Readonly<Record<string, Method>> = {
  async irn_publish(caller, params) {
    await caller.publish([readPublication(params)])
    return { result: true }
  },
  async irn_batchPublish(caller, { messages }) {
    await caller.publish(readList(messages, readPublication))
    return { result: true }
  },
  async irn_subscribe(caller, params) {
    const topic = readTopic(params.topic)
    const [id] = await caller.subscribe([topic])
    return { result: id, flush: [topic] }
  },
  async irn_batchSubscribe(caller, params) {
    const topics = readList(params.topics, readTopic)
    return { result: await caller.subscribe(topics), flush: topics }
  },
  async irn_unsubscribe(caller, { topic }) {
    caller.unsubscribe([readTopic(topic)])
    return { result: true }
  },
  async irn_batchUnsubscribe(caller, { subscriptions, topics }) {
    const listedTopics = topics ?? readList(subscriptions, (one) => readObject(one).topic)
    caller.unsubscribe(readList(listedTopics, readTopic))
    return { result: true }
  },
  async irn_fetchMessages(caller, { topic }) {
    return { result: formatFetchedMessage(await caller.fetchMessages([readTopic(topic)])) }
  },
  async irn_batchFetchMessages(caller, { topics }) {
    return { result: formatFetchedMessage(await caller.fetchMessages(readList(topics, readTopic))) }
  },
  /**
   * Acknowledges messages that the client fetched. Messages that the relay pushed are acknowledged
   * by the client's answer instead.
   */
  async irn_batchReceive(caller, { receipts }) {
    for (const { topic, message_id } of readList(receipts, readObject)) {
      caller.acknowledgeMessage(readTopic(topic), readTopic(message_id))
    }
    return { result: true }
  },
  async wc_proposeSession(caller, { pairingTopic, sessionProposal, ttl = 300, attestation }) {
    const topic = readTopic(pairingTopic)
    const proposal = readPublication({
      topic,
      message: sessionProposal,
      ttl,
      tag: 1100,
      attestation,
    })
    await caller.subscribe([topic])
    await caller.publish([proposal])
    return { result: true, flush: [topic] }
  },
  async wc_approveSession(caller, params) {
    const {
      sessionTopic,
      pairingTopic,
      sessionProposalResponse,
      sessionSettlementRequest,
      ttl = 300,
    } = params
    const topic = readTopic(sessionTopic)
    const publications = [
      readPublication({ topic: pairingTopic, message: sessionProposalResponse, ttl, tag: 1101 }),
      readPublication({ topic, message: sessionSettlementRequest, ttl, tag: 1102 }),
    ]
    await caller.subscribe([topic])
    await caller.publish(publications)
    return { result: true, flush: [topic] }
  },
}

/** Calls a method; undefined for an unknown method. Throws `InvalidParams` or `DeniedError`. */
export function callMethod(
  name: string,
  caller: Caller,
  params: unknown,
): Promise<Reply> | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  return method?.(caller, readObject(params))
}

function formatFetchedMessage({
  messages,
  hasMore,
}: Awaited<ReturnType<Caller['fetchMessages']>>): unknown {
  return {
    messages: messages.map(({ topic, message, publishedAt, tag, attestation = null }) => ({
      topic,
      message,
      publishedAt,
      tag,
      attestation,
    })),
    hasMore,
  }
}

/**
 * Returns code and message of the JSON-RPC error for a thrown error; undefined for an internal
 * error.
 */
export function toRpcError(
  error: unknown,
): { readonly code: number; readonly message: string } | undefined {
  if (error instanceof InvalidParams) return { code: -32602, message: error.message }
  if (error instanceof DeniedError) return { code: error.code, message: error.message }
  return undefined
}
