import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'
import type { Line } from './hold-line.ts'
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

/** Wanted topics, subscribed on each new socket in one batch. */
export interface Topics {
  /**
   * Resolves when the relay has subscribed all of them; they stay wanted even when the wait fails
   * with `relay-unreachable` | `relay-refused` | `aborted`.
   */
  add(topics: readonly Hex32[], signal?: AbortSignal): Promise<void>
  /** Adds a topic that another request subscribes. */
  expect(topic: Hex32): void
  confirm(topic: Hex32, subscription?: string): void
  remove(topics: readonly Hex32[]): void
  /** Subscribes again on a new socket, except topics of requests that are yet unsent (`isCovered`). */
  resend(isCovered: (topic: Hex32) => boolean): void
  takeAnswer(frame: Frame & { readonly type: 'result' | 'error' }): void
  has(topic: Hex32): boolean
  hasRequest(id: string): boolean
  count(): number
  close(): void
}

export function keepTopics(options: {
  readonly line: () => Line
  readonly newId: () => string
  readonly onChange: () => void
  /**
   * Returns the subscription id of a topic, when the relay did not return it with the subscription.
   */
  readonly subscriptionOf: (topic: Hex32) => Promise<string>
}): Topics {
  const wantedTopics = new Set<Hex32>()
  /** Subscribed topics of the current socket, with the subscription id if the relay returned it. */
  const confirmedTopics = new Map<Hex32, string | undefined>()
  const requests = new Map<string, Request>()
  const waits = new Map<Wait<void>, ReadonlySet<Hex32>>()
  const frameOf = (id: string, method: string, params: object) =>
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
    if (line.heard() === request.heard) return line.replace()
    if (request.topics.every((topic) => wantedTopics.has(topic))) return sendRequest(id, request)
    forgetRequest(id)
    subscribeTopics(request.topics.filter((topic) => wantedTopics.has(topic)))
  }
  const subscribeTopics = (topics: readonly Hex32[]) => {
    if (!options.line().isOpen()) return
    for (let start = 0; start < topics.length; start += batchLimit) {
      const batch = topics.slice(start, start + batchLimit)
      const id = options.newId()
      const frame = frameOf(id, 'irn_batchSubscribe', { topics: batch })
      const request: Request = { topics: batch, frame, heard: 0, errors: 0 }
      requests.set(id, request)
      sendRequest(id, request)
    }
  }
  const settleWaits = () => {
    for (const [wait, topics] of [...waits]) {
      if ([...topics].every(isConfirmed)) wait.resolve()
    }
  }
  const rejectWaits = (
    isAffected: (topics: ReadonlySet<Hex32>) => boolean,
    error: LatchkeyError,
  ) => {
    for (const [wait, topics] of [...waits]) {
      if (isAffected(topics)) wait.reject(error)
    }
  }
  const unsubscribeTopic = async (topic: Hex32, knownSubscription: string | undefined) => {
    const id = knownSubscription ?? (await options.subscriptionOf(topic))
    if (!wantedTopics.has(topic))
      options.line().send(frameOf(options.newId(), 'irn_unsubscribe', { topic, id }))
  }

  return {
    async add(topics, signal) {
      if (signal?.aborted) throw new LatchkeyError('aborted')
      const isAsked = (topic: Hex32) =>
        [...requests.values()].some((request) => request.topics.includes(topic))
      const missingTopics = [...new Set(topics)].filter((topic) => !isConfirmed(topic))
      for (const topic of topics) {
        wantedTopics.add(topic)
      }
      if (missingTopics.length === 0) return
      const wait: Wait<void> = startWait<void>({ signal, onEnd: () => waits.delete(wait) })
      waits.set(wait, new Set(missingTopics))
      subscribeTopics(missingTopics.filter((topic) => !isAsked(topic)))
      options.onChange()
      return wait.promise
    },
    expect(topic) {
      wantedTopics.add(topic)
    },
    confirm(topic, subscription) {
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
      const source = frame.code === undefined ? {} : { sourceCode: frame.code }
      const error = new LatchkeyError('relay-refused', { reason: frame.reason, ...source })
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
