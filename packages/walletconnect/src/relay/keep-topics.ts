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
  /** Subscribes again on a new socket, except topics of requests that are yet unsent (`covers`). */
  resend(covers: (topic: Hex32) => boolean): void
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
  const wanted = new Set<Hex32>()
  /** Subscribed topics of the current socket, with the subscription id if the relay returned it. */
  const confirmed = new Map<Hex32, string | undefined>()
  const requests = new Map<string, Request>()
  const waits = new Map<Wait<void>, ReadonlySet<Hex32>>()
  const frameOf = (id: string, method: string, params: object) =>
    JSON.stringify({ id, jsonrpc: '2.0', method, params })
  const isConfirmed = (topic: Hex32) => options.line().isOpen() && confirmed.has(topic)

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
    if (request.topics.every((topic) => wanted.has(topic))) return sendRequest(id, request)
    forgetRequest(id)
    subscribeTopics(request.topics.filter((topic) => wanted.has(topic)))
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
  const rejectWaits = (isMeant: (topics: ReadonlySet<Hex32>) => boolean, error: LatchkeyError) => {
    for (const [wait, topics] of [...waits]) {
      if (isMeant(topics)) wait.reject(error)
    }
  }
  const unsubscribeTopic = async (topic: Hex32, known: string | undefined) => {
    const id = known ?? (await options.subscriptionOf(topic))
    if (!wanted.has(topic))
      options.line().send(frameOf(options.newId(), 'irn_unsubscribe', { topic, id }))
  }

  return {
    async add(topics, signal) {
      if (signal?.aborted) throw new LatchkeyError('aborted')
      const isAsked = (topic: Hex32) =>
        [...requests.values()].some((request) => request.topics.includes(topic))
      const missing = [...new Set(topics)].filter((topic) => !isConfirmed(topic))
      for (const topic of topics) {
        wanted.add(topic)
      }
      if (missing.length === 0) return
      const wait: Wait<void> = startWait<void>({ signal, onEnd: () => waits.delete(wait) })
      waits.set(wait, new Set(missing))
      subscribeTopics(missing.filter((topic) => !isAsked(topic)))
      options.onChange()
      return wait.promise
    },
    expect(topic) {
      wanted.add(topic)
    },
    confirm(topic, subscription) {
      if (!wanted.has(topic)) return
      confirmed.set(topic, subscription ?? confirmed.get(topic))
      settleWaits()
    },
    remove(topics) {
      for (const topic of topics) {
        if (!wanted.delete(topic)) continue
        const subscription = confirmed.get(topic)
        confirmed.delete(topic)
        rejectWaits(
          (some) => some.has(topic),
          new LatchkeyError('aborted', { reason: 'unsubscribed' }),
        )
        if (options.line().isOpen()) unsubscribeTopic(topic, subscription).catch(() => {})
      }
      options.onChange()
    },
    resend(covers) {
      for (const id of [...requests.keys()]) {
        forgetRequest(id)
      }
      confirmed.clear()
      subscribeTopics([...wanted].filter((topic) => !covers(topic)))
    },
    takeAnswer(frame) {
      const request = requests.get(frame.id)
      if (!request) return
      if (frame.type === 'result') {
        forgetRequest(frame.id)
        const ids = Array.isArray(frame.result) ? frame.result : []
        for (const [index, topic] of request.topics.entries()) {
          const id: unknown = ids[index]
          if (wanted.has(topic))
            confirmed.set(topic, typeof id === 'string' && id.length <= 128 ? id : undefined)
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
    has: (topic) => wanted.has(topic),
    hasRequest: (id) => requests.has(id),
    count: () => wanted.size,
    close() {
      wanted.clear()
      for (const id of [...requests.keys()]) {
        forgetRequest(id)
      }
      rejectWaits(() => true, new LatchkeyError('aborted', { reason: 'relay closed' }))
    },
  }
}
