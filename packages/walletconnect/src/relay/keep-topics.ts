import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'
import type { RelayLine } from './open-relay-line.ts'
import type { Frame } from './read-frame.ts'
import { batchLimit, retryMs, strikeMs } from './relay-limits.ts'
import { startWait, type Wait } from './start-wait.ts'

interface Request {
  readonly topics: readonly Hex32[]
  readonly frame: string
  heard: number
  errors: number
  timer?: ReturnType<typeof setTimeout>
}

/**
 * The topics that this client wants from one relay; all are subscribed in one batch on each new
 * socket.
 */
export interface Topics {
  /**
   * Resolves when the relay has subscribed all of the topics. When this fails with
   * `relay-unreachable` | `relay-refused` | `aborted`, they are still subscribed on the next
   * socket.
   */
  add(topics: readonly Hex32[], signal?: AbortSignal): Promise<void>
  /**
   * Adds a topic to which another request (such as a proposal) subscribes, so that no subscription
   * is sent for it.
   */
  expectTopic(topic: Hex32): void
  confirmTopic(topic: Hex32, subscription?: string): void
  remove(topics: readonly Hex32[]): void
  /**
   * Subscribes again on a new socket, except topics that an unsent request will subscribe
   * (`isCovered`).
   */
  resend(isCovered: (topic: Hex32) => boolean): void
  takeAnswer(frame: Frame & { readonly type: 'result' | 'error' }): void
  has(topic: Hex32): boolean
  hasRequest(id: string): boolean
  count(): number
  close(): void
}

export function keepTopics(options: {
  readonly line: () => RelayLine
  readonly newId: () => string
  readonly onChange: () => void
  /**
   * Asks the relay for the subscription id of a topic, for when the answer to the subscription
   * lacked it.
   */
  readonly subscriptionOf: (topic: Hex32) => Promise<string>
}): Topics {
  const wantedTopics = new Set<Hex32>()
  /** Subscribed topics of the current socket, with the subscription id if the relay returned it. */
  const confirmedTopics = new Map<Hex32, string | undefined>()
  const requests = new Map<string, Request>()
  const openWaits = new Map<Wait<void>, ReadonlySet<Hex32>>()
  const makeFrame = (id: string, method: string, params: object) =>
    JSON.stringify({ id, jsonrpc: '2.0', method, params })
  const isConfirmed = (topic: Hex32) => options.line().isOpen() && confirmedTopics.has(topic)

  const forgetRequest = (id: string) => {
    clearTimeout(requests.get(id)?.timer)
    requests.delete(id)
  }
  const sendRequest = (id: string, request: Request) => {
    clearTimeout(request.timer)
    request.timer = setTimeout(() => sendAgain(id, request), strikeMs)
    request.heard = options.line().heard()
    options.line().send(request.frame)
  }
  const sendAgain = (id: string, request: Request) => {
    const line = options.line()
    if (!line.isOpen()) return
    if (line.heard() === request.heard) return line.replaceSocket()
    if (request.topics.every((topic) => wantedTopics.has(topic))) return sendRequest(id, request)
    forgetRequest(id)
    subscribeTopics(request.topics.filter((topic) => wantedTopics.has(topic)))
  }
  const subscribeTopics = (topics: readonly Hex32[]) => {
    if (!options.line().isOpen()) return
    for (let batchStart = 0; batchStart < topics.length; batchStart += batchLimit) {
      const topicBatch = topics.slice(batchStart, batchStart + batchLimit)
      const id = options.newId()
      const frame = makeFrame(id, 'irn_batchSubscribe', { topics: topicBatch })
      const request: Request = { topics: topicBatch, frame, heard: 0, errors: 0 }
      requests.set(id, request)
      sendRequest(id, request)
    }
  }
  const settleWaits = () => {
    for (const [wait, topics] of [...openWaits]) {
      if ([...topics].every(isConfirmed)) wait.resolve()
    }
  }
  const rejectWaits = (
    isAffected: (topics: ReadonlySet<Hex32>) => boolean,
    error: LatchkeyError,
  ) => {
    for (const [wait, topics] of [...openWaits]) {
      if (isAffected(topics)) wait.reject(error)
    }
  }
  const unsubscribeTopic = async (topic: Hex32, knownSubscription: string | undefined) => {
    const id = knownSubscription ?? (await options.subscriptionOf(topic))
    if (!wantedTopics.has(topic))
      options.line().send(makeFrame(options.newId(), 'irn_unsubscribe', { topic, id }))
  }

  return {
    async add(topics, signal) {
      if (signal?.aborted) throw new LatchkeyError('aborted')
      const isRequested = (topic: Hex32) =>
        [...requests.values()].some((request) => request.topics.includes(topic))
      const missingTopics = [...new Set(topics)].filter((topic) => !isConfirmed(topic))
      for (const topic of topics) {
        wantedTopics.add(topic)
      }
      if (missingTopics.length === 0) return
      const wait: Wait<void> = startWait<void>({ signal, onEnd: () => openWaits.delete(wait) })
      openWaits.set(wait, new Set(missingTopics))
      subscribeTopics(missingTopics.filter((topic) => !isRequested(topic)))
      options.onChange()
      return wait.promise
    },
    expectTopic(topic) {
      wantedTopics.add(topic)
    },
    confirmTopic(topic, subscription) {
      if (!wantedTopics.has(topic)) return
      confirmedTopics.set(topic, subscription ?? confirmedTopics.get(topic))
      settleWaits()
    },
    remove(topics) {
      for (const topic of topics) {
        if (!wantedTopics.delete(topic)) continue
        const subscription = confirmedTopics.get(topic)
        confirmedTopics.delete(topic)
        rejectWaits(
          (topicSet) => topicSet.has(topic),
          new LatchkeyError('aborted', { reason: 'unsubscribed' }),
        )
        if (options.line().isOpen()) unsubscribeTopic(topic, subscription).catch(() => {})
      }
      options.onChange()
    },
    resend(isCovered) {
      for (const id of [...requests.keys()]) {
        forgetRequest(id)
      }
      confirmedTopics.clear()
      subscribeTopics([...wantedTopics].filter((topic) => !isCovered(topic)))
    },
    takeAnswer(frame) {
      const request = requests.get(frame.id)
      if (!request) return
      if (frame.type === 'result') {
        forgetRequest(frame.id)
        const ids = Array.isArray(frame.result) ? frame.result : []
        for (const [index, topic] of request.topics.entries()) {
          const id: unknown = ids[index]
          if (wantedTopics.has(topic))
            confirmedTopics.set(topic, typeof id === 'string' && id.length <= 128 ? id : undefined)
        }
        return settleWaits()
      }
      request.errors += 1
      clearTimeout(request.timer)
      request.timer = setTimeout(
        () => sendAgain(frame.id, request),
        request.errors === 1 ? retryMs : strikeMs,
      )
      if (request.errors < 2) return
      const sourceFields = frame.code === undefined ? {} : { sourceCode: frame.code }
      const error = new LatchkeyError('relay-refused', { reason: frame.reason, ...sourceFields })
      rejectWaits((topics) => request.topics.some((topic) => topics.has(topic)), error)
    },
    has: (topic) => wantedTopics.has(topic),
    hasRequest: (id) => requests.has(id),
    count: () => wantedTopics.size,
    close() {
      wantedTopics.clear()
      for (const id of [...requests.keys()]) {
        forgetRequest(id)
      }
      rejectWaits(() => true, new LatchkeyError('aborted', { reason: 'relay closed' }))
    },
  }
}
