import { LatchkeyError } from '@latchkey/protocol'
import { createClient } from '@redis/client'
import { awaitInTime } from '../../../base/await-in-time.ts'
import type { Log } from '../../../base/log.ts'
import { ackScript, adoptScript, appendScript, sweepScript } from './redis-scripts.ts'
import {
  type AppendResult,
  computeByteLimits,
  countStoredBytes,
  isSmall,
  maxAcked,
  type RelayMessage,
  type RelayStore,
  type StoreLimits,
  type StoreListener,
  unknownProject,
} from './relay-store.ts'
import { loadScripts, type RunScript } from './run-scripts.ts'
import { takeItemsWithinBytes } from './take-items-within-bytes.ts'

const prefix = 'latchkey:relay:'
/**
 * Bytes that a message takes in Redis in addition to its text: its key is stored three times in
 * sorted sets and once in its mailbox, each time with its project.
 */
const redisOverheadBytes = 1_024
const projectNameCopies = 4
const adoptBatchSize = 1_000
const connectTimeoutMs = 5_000
const closeTimeoutMs = 1_000

/**
 * Stores mailboxes in Redis 7, so that every replica can serve every client. Stored messages live
 * as long as Redis does (Redis decides how it writes to disk). New messages are reported to the
 * replicas by sharded publish/subscribe.
 * @param startMs - milliseconds to wait for an unreachable Redis
 * @throws `config-invalid` when Redis cannot be reached
 */
export async function redisStore(
  url: string,
  limits: StoreLimits,
  listener: StoreListener,
  log: Pick<Log, 'error'>,
  now: () => number = Date.now,
  commandTimeoutMs = 10_000,
  startMs = 30_000,
): Promise<RelayStore> {
  const options = {
    url,
    // While there is no connection, a command fails at once instead of waiting, so that the
    // publisher of a message can retry.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 2_000),
    },
  }
  const client = createClient(options)
  const subscriber = createClient({ ...options, disableOfflineQueue: false })
  const state = { wasLost: false, bytes: 0, isAdopted: false }
  for (const redisClient of [client, subscriber]) {
    redisClient.on('error', (error: Error) =>
      log.error({ name: error.name, code: (error as { code?: unknown }).code }, 'redis'),
    )
  }
  subscriber.on('reconnecting', () => {
    state.wasLost = true
  })
  // After a reconnect the mailboxes are read again, because reports of new messages were missed
  // meanwhile.
  subscriber.on('ready', () => {
    if (state.wasLost) listener.onGap()
    state.wasLost = false
  })
  await openClients([client, subscriber], url, startMs)

  const runCommand = (...command: string[]): Promise<unknown> =>
    awaitInTime(client.sendCommand(command), commandTimeoutMs)
  const scripts = [appendScript, ackScript, sweepScript, adoptScript]
  const runScript = await loadScripts(runCommand, scripts)
  const handleReport = (text: string): void => listener.onAppended(JSON.parse(text) as RelayMessage)
  return {
    async append(message) {
      const { topic, hash, publisher, expiresAt, holder, isAwaited } = message
      const { project = unknownProject } = message
      const text = JSON.stringify(message)
      const size =
        countStoredBytes(Buffer.byteLength(text)) +
        redisOverheadBytes +
        projectNameCopies * project.length
      const byteLimits = computeByteLimits(limits, isSmall(message, size))
      // Only the end of the publisher's `did:key` is stored, because it is as unique as the whole
      // key, and each message stores it several times.
      const client = publisher.slice(-22)
      const scriptArguments = [
        topic,
        hash,
        text,
        size,
        expiresAt,
        holder,
        client,
        isAwaited ? 1 : 0,
      ]
      const { topicMessages, topicBytes } = limits
      try {
        const appendResult = await runScript(
          appendScript,
          [mailboxKey(topic)],
          [
            prefix,
            now(),
            ...scriptArguments,
            topicMessages,
            topicBytes,
            byteLimits.holder,
            byteLimits.client,
            byteLimits.all,
            byteLimits.project,
            byteLimits.anyInProject,
            project,
          ],
        )
        return appendResult as AppendResult
      } catch (error) {
        if (error instanceof Error && /\bOOM\b/.test(error.message)) return 'full'
        throw error
      }
    },
    async readWaiting({ topic, did, skip, maxBytes }) {
      const fields = (await runCommand('HGETALL', mailboxKey(topic))) as
        | string[]
        | Record<string, string>
      const mailboxFields = new Map(
        Array.isArray(fields) ? toPairs(fields) : Object.entries(fields),
      )
      const waitingMessages = [...mailboxFields].flatMap(([field, storedText]) => {
        if (!field.startsWith('m')) return []
        const { at, message } = parseStoredMessage(storedText)
        const isWantedMessage =
          message.publisher !== did && message.expiresAt > now() && !skip(message.hash)
        const isAcked = mailboxFields.get(`a${message.hash}`)?.includes(did) === true
        return isWantedMessage && !isAcked ? [{ at, message, bytes: storedText.length }] : []
      })
      const { taken, hasMore } = takeItemsWithinBytes(
        waitingMessages.sort((a, b) => a.at - b.at),
        maxBytes,
      )
      return { messages: taken.map(({ message }) => message), hasMore }
    },
    acknowledgeMessage(topic, did, hash) {
      const scriptArguments = [prefix, now(), topic, hash, did, maxAcked]
      runScript(ackScript, [mailboxKey(topic)], scriptArguments).catch((error: Error) =>
        log.error({ name: error.name }, 'redis'),
      )
    },
    async follow(topic) {
      await awaitInTime(subscriber.sSubscribe(mailboxKey(topic), handleReport), commandTimeoutMs)
    },
    unfollow(topic) {
      subscriber.sUnsubscribe(mailboxKey(topic), handleReport).catch(() => {})
    },
    async dropExpired() {
      state.bytes = await sweepBoxes(runScript, now)
      if (state.isAdopted) return
      await adoptOldMessages(runScript, now)
      state.isAdopted = true
    },
    // The stored bytes over all replicas, as the last deletion of expired messages counted them;
    // topics and messages are not counted.
    counts: () => ({ topics: 0, messages: 0, bytes: state.bytes }),
    async check() {
      if (!subscriber.isReady) throw new Error('nothing is heard of other replicas')
      await Promise.all([runCommand('PING'), awaitInTime(subscriber.ping(), commandTimeoutMs)])
    },
    async close() {
      await Promise.all(
        [client, subscriber].map((one) =>
          awaitInTime(one.close(), closeTimeoutMs).catch(() => one.destroy()),
        ),
      )
    },
  }
}

/**
 * Once connected, the Redis clients reconnect by themselves. At the start the gateway waits for
 * Redis, because both may be starting at the same time.
 */
async function openClients(
  clients: readonly { connect(): Promise<unknown>; destroy(): void }[],
  url: string,
  startMs: number,
): Promise<void> {
  const timer: { at?: NodeJS.Timeout } = {}
  const startTimeout = new Promise<never>((_, reject) => {
    timer.at = setTimeout(() => reject(new Error('no answer')), startMs)
  })
  try {
    await Promise.race([Promise.all(clients.map((one) => one.connect())), startTimeout])
  } catch (cause) {
    for (const openedClient of clients) {
      openedClient.destroy()
    }
    throw new LatchkeyError('config-invalid', {
      reason: `Redis at ${new URL(url).host} did not answer for ${startMs / 1_000} s`,
      fix: 'start it (version 7 or newer), or unset REDIS_URL',
      cause,
    })
  } finally {
    clearTimeout(timer.at)
  }
}

/**
 * Counts the messages that an older version stored without counting them by project. It does so in
 * steps, so that no other client of this Redis waits for long.
 */
async function adoptOldMessages(runScript: RunScript, now: () => number): Promise<void> {
  for (let scanCursor = 0; ; ) {
    scanCursor = Number(
      await runScript(adoptScript, [], [prefix, now(), scanCursor, adoptBatchSize]),
    )
    if (scanCursor === 0) return
  }
}

/** Deletes expired messages; returns the number of bytes that remain stored. */
async function sweepBoxes(runScript: RunScript, now: () => number): Promise<number> {
  const state = { bytes: 0 }
  for (let sweepCount = 0; sweepCount < 100; sweepCount++) {
    const sweepResult = await runScript(sweepScript, [], [prefix, now()])
    const [gone = 0, bytes = 0] = sweepResult as number[]
    state.bytes = bytes
    if (gone === 0) break
  }
  return state.bytes
}

/**
 * Returns the Redis key of a topic's mailbox, which is also the channel on which new messages of
 * the topic are published.
 */
function mailboxKey(topic: string): string {
  return `${prefix}{${topic}}`
}

function parseStoredMessage(storedText: string): {
  readonly at: number
  readonly message: RelayMessage
} {
  const jsonStart = storedText.indexOf('{')
  return {
    at: Number(storedText.slice(0, storedText.indexOf(' '))),
    message: JSON.parse(storedText.slice(jsonStart)) as RelayMessage,
  }
}

function toPairs(list: readonly string[]): [string, string][] {
  return list.flatMap((name, index) =>
    index % 2 === 0 ? [[name, list[index + 1] ?? ''] as [string, string]] : [],
  )
}
