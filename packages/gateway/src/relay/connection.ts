import { hash } from 'node:crypto'
import { readFrame } from './frame.ts'
import { type Caller, callMethod, Denied, errorOf, type Reply } from './methods.ts'
import { outbox } from './outbox.ts'
import { type Publication, stamp } from './read-params.ts'
import type { Shared } from './relay.ts'
import type { RelayMessage } from './store/relay-store.ts'
import type { Wire } from './wire.ts'

/** One client's socket, from upgrade to close. */
export interface Connection {
  /** A text frame of the client. */
  receive(text: string): void
  /** A message of a topic it is subscribed to. */
  offer(message: RelayMessage): void
  /** Reads all its mailboxes again. */
  flush(): void
  /** The socket has written what it held. */
  drained(): void
  /** About once a second. */
  tick(): void
  /** After the socket closed. */
  end(): void
}

/** Calls of one client that may be in the making; beyond it nothing is read from its socket. */
const maxRunning = 64
const maxBuffered = 4 * 1_048_576
const fetchBytes = 524_288
const maxFetched = 10_000

/** @param shared - what all connections of a relay have in common */
export function connection(did: string, wire: Wire, shared: Shared): Connection {
  const { store, topics, clients, metrics, log, now } = shared
  const subscriptions = new Map<string, string>()
  const fetched = new Set<string>()
  const state = { running: 0, isPaused: false, isEnded: false }
  const onError = (error: unknown): void => log.error({ name: nameOf(error) }, 'relay store failed')
  const out = outbox({
    did,
    wire,
    store,
    metrics,
    now,
    onError,
    subscriptionOf: (topic) => subscriptions.get(topic),
  })

  const deny = (reason: 'rate' | 'full' | 'subscriptions', code: number, message: string): Denied => {
    metrics.refused(reason)
    return new Denied(code, message)
  }
  const publishOne = async (publication: Publication): Promise<void> => {
    const message = stamp(publication, did, now())
    const startedAt = performance.now()
    const appended = await store.append(message)
    metrics.stored(performance.now() - startedAt)
    if (appended === 'duplicate') return metrics.duplicated()
    if (appended === 'topic-full') throw deny('full', -32000, 'The mailbox of this topic is full')
    if (appended === 'full') throw deny('full', -32000, 'The relay is full')
    metrics.published(message.message.length)
  }
  const caller: Caller = {
    async publish(publications) {
      const bytes = publications.reduce((sum, { message }) => sum + message.length, 0)
      const wait = clients.charge(did, publications.length, bytes)
      if (wait > 0) throw deny('rate', -32005, `Too much at once: wait ${wait} s`)
      await Promise.all(publications.map(publishOne))
    },
    async subscribe(wanted) {
      const added = [...new Set(wanted)].filter((topic) => !subscriptions.has(topic))
      if (!clients.addSubscriptions(did, added.length))
        throw deny('subscriptions', -32005, 'Too many subscriptions of this client')
      for (const topic of added) {
        subscriptions.set(topic, hash('sha256', topic + did))
        out.hold(topic)
      }
      try {
        await Promise.all(added.map((topic) => topics.join(topic, self)))
      } catch (error) {
        caller.unsubscribe(added)
        throw error
      }
      return wanted.map((topic) => subscriptions.get(topic) ?? hash('sha256', topic + did))
    },
    unsubscribe(listed) {
      for (const topic of listed)
        if (subscriptions.delete(topic)) {
          clients.addSubscriptions(did, -1)
          out.forget(topic)
          topics.leave(topic, self)
        }
    },
    async fetch(listed) {
      const messages: RelayMessage[] = []
      for (const topic of listed) {
        const bytes = messages.reduce((sum, { message }) => sum + message.length, 0)
        if (bytes >= fetchBytes || fetched.size > maxFetched) return { messages, hasMore: true }
        const skip = (one: string): boolean => fetched.has(topic + one)
        const found = await store.deliver({ topic, did, skip, maxBytes: fetchBytes - bytes })
        for (const one of found.messages) fetched.add(topic + one.hash)
        messages.push(...found.messages)
        if (found.hasMore) return { messages, hasMore: true }
      }
      return { messages, hasMore: false }
    },
    acknowledge(topic, one) {
      if (fetched.delete(topic + one)) store.ack(topic, did, one)
    },
  }

  const fail = (id: string, code: number, message: string): void =>
    wire.send(`{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`)
  const run = async (id: string, method: string, params: unknown): Promise<void> => {
    try {
      const reply: Reply | undefined = await callMethod(method, caller, params)
      if (state.isEnded) return
      if (!reply) {
        metrics.refused('unknown-method')
        return fail(id, -32601, 'Method not found')
      }
      wire.send(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(reply.result)}}`)
      for (const topic of reply.flush ?? []) out.flush(topic)
    } catch (error) {
      const known = errorOf(error)
      if (known?.code === -32602) metrics.refused('invalid')
      if (!known) onError(error)
      if (state.isEnded) return
      fail(id, known?.code ?? -32603, known?.message ?? 'Internal error')
      out.flushHeld()
    }
  }
  /** A client that asks faster than it is served, or does not read its answers, is not read from. */
  const balance = (): void => {
    const isOver = state.running >= maxRunning || wire.bufferedBytes > maxBuffered
    if (isOver === state.isPaused) return
    state.isPaused = isOver
    if (isOver) wire.pause()
    else wire.resume()
  }

  const self: Connection = {
    receive(text) {
      const frame = readFrame(text)
      if (frame.kind === 'answer') return out.settle(frame.id, frame.isResult)
      if (frame.kind === 'invalid') {
        metrics.refused('invalid')
        return fail(frame.id, frame.code, frame.code === -32700 ? 'Parse error' : 'Invalid request')
      }
      state.running += 1
      balance()
      void run(frame.id, frame.method, frame.params).finally(() => {
        state.running -= 1
        balance()
      })
    },
    offer: out.offer,
    flush: () => {
      for (const topic of subscriptions.keys()) out.flush(topic)
    },
    drained() {
      balance()
      out.resume()
    },
    tick() {
      balance()
      out.resume()
      if (!out.isStuck()) return
      metrics.refused('stuck')
      wire.close(1013, 'Nothing was read for a minute')
    },
    end() {
      state.isEnded = true
      out.end()
      caller.unsubscribe([...subscriptions.keys()])
    },
  }
  return self
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
}
