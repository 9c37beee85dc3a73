import { LatchkeyError } from '@latchkey/protocol'
import { createClient } from '@redis/client'
import { inTime } from '../../in-time.ts'
import type { Log } from '../../log.ts'
import { ackScript, appendScript } from './redis-scripts.ts'
import type { Appended, RelayMessage, RelayStore, StoreLimits, StoreListener } from './relay-store.ts'
import { takeBytes } from './take-bytes.ts'

const prefix = 'latchkey:relay:'
const connectMs = 5_000
const closeMs = 1_000

/**
 * Mailboxes in Redis 7: whatever replica a client reaches serves it, and what is acknowledged lives as long as Redis
 * does (how it writes to disk is its own configuration). Reports go by sharded publish/subscribe.
 * @throws `config-invalid` when it cannot be reached
 */
export async function redisStore(
  url: string,
  limits: StoreLimits,
  listener: StoreListener,
  log: Pick<Log, 'error'>,
  now: () => number = Date.now,
  commandMs = 10_000,
): Promise<RelayStore> {
  const options = {
    url,
    // A command that cannot be sent now fails: the publisher is told, and tries again.
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 2_000) },
  }
  const client = createClient(options)
  const subscriber = createClient({ ...options, disableOfflineQueue: false })
  const state = { isOpen: false, wasLost: false }
  for (const one of [client, subscriber])
    one.on('error', (error: Error) =>
      log.error({ name: error.name, code: (error as { code?: unknown }).code }, 'redis'),
    )
  subscriber.on('reconnecting', () => {
    state.wasLost = true
  })
  // What was said while the connection was away is read from the mailboxes.
  subscriber.on('ready', () => {
    if (state.wasLost) listener.onGap()
    state.wasLost = false
  })
  await open([client, subscriber], url)

  const run = (...command: string[]): Promise<unknown> => inTime(client.sendCommand(command), commandMs)
  const onReport = (text: string): void => listener.onAppended(JSON.parse(text) as RelayMessage)
  return {
    async append(message) {
      const { topic, hash, expiresAt } = message
      const { stream, hashes, acks, channel } = keysOf(topic)
      const given = [String(now()), hash, JSON.stringify(message), String(expiresAt)]
      const most = [String(limits.topicMessages), String(limits.topicBytes)]
      try {
        return (await run('EVAL', appendScript, '4', stream, hashes, acks, channel, ...given, ...most)) as Appended
      } catch (error) {
        if (error instanceof Error && /\bOOM\b/.test(error.message)) return 'full'
        throw error
      }
    },
    async deliver({ topic, did, skip, maxBytes }) {
      const { stream, acks } = keysOf(topic)
      const entries = ((await run('XRANGE', stream, '-', '+')) as [string, string[]][]).map(([, fields]) => ({
        message: JSON.parse(fields[5] ?? '') as RelayMessage,
        bytes: (fields[5] ?? '').length,
      }))
      const open = entries.filter(
        ({ message }) => message.publisher !== did && message.expiresAt > now() && !skip(message.hash),
      )
      if (open.length === 0) return { messages: [], hasMore: false }
      const members = open.map(({ message }) => `${did} ${message.hash}`)
      const isAcked = (await run('SMISMEMBER', acks, ...members)) as number[]
      const { taken, hasMore } = takeBytes(
        open.filter((_, at) => isAcked[at] === 0),
        maxBytes,
      )
      return { messages: taken.map(({ message }) => message), hasMore }
    },
    ack(topic, did, hash) {
      const { stream, acks } = keysOf(topic)
      run('EVAL', ackScript, '2', stream, acks, did, hash).catch((error: Error) =>
        log.error({ name: error.name }, 'redis'),
      )
    },
    async follow(topic) {
      await inTime(subscriber.sSubscribe(keysOf(topic).channel, onReport), commandMs)
    },
    unfollow(topic) {
      subscriber.sUnsubscribe(keysOf(topic).channel, onReport).catch(() => {})
    },
    // Redis does it.
    sweep: async () => {},
    counts: () => ({ topics: 0, messages: 0, bytes: 0 }),
    async close() {
      await Promise.all([client, subscriber].map((one) => inTime(one.close(), closeMs).catch(() => one.destroy())))
    },
  }
}

async function open(clients: readonly { connect(): Promise<unknown>; destroy(): void }[], url: string): Promise<void> {
  const timer: { at?: NodeJS.Timeout } = {}
  const late = new Promise<never>((_, reject) => {
    timer.at = setTimeout(() => reject(new Error('no answer')), connectMs)
  })
  try {
    await Promise.race([Promise.all(clients.map((one) => one.connect())), late])
  } catch (cause) {
    for (const one of clients) one.destroy()
    throw new LatchkeyError('config-invalid', {
      reason: `Redis at ${new URL(url).host} does not answer`,
      fix: 'start it (version 7 or newer), or unset REDIS_URL',
      cause,
    })
  } finally {
    clearTimeout(timer.at)
  }
}

function keysOf(topic: string) {
  const key = `${prefix}{${topic}}`
  return { stream: `${key}:messages`, hashes: `${key}:hashes`, acks: `${key}:acks`, channel: key }
}
