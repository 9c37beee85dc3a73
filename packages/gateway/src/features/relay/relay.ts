import { boundedLog } from '../../base/bounded-log.ts'
import { callerKey } from '../../base/caller-key.ts'
import type { Log } from '../../base/log.ts'
import { type ClientLimits, makeClients } from './clients.ts'
import { type Connection, makeConnection } from './connection.ts'
import type { KnownProjects } from './known-projects.ts'
import { relayMetrics } from './metrics.ts'
import type { SharedServices } from './shared-services.ts'
import type { RelayStore, StoreListener } from './store/relay-store.ts'
import { makeTopics, type Topics } from './topics.ts'
import { verifyToken } from './verify-token.ts'
import type { Wire } from './wire.ts'

export interface RelayOptions {
  readonly openStore: (listener: StoreListener) => Promise<RelayStore>
  readonly limits: ClientLimits
  /**
   * Addresses under which clients reach the relay; if any are given, a client's token must name one
   * of them.
   */
  readonly urls?: readonly string[]
  /** Maximum number of bytes of all stored messages. */
  readonly maxBytes?: number
  /**
   * The projects that a client can name; without them no message counts towards the limit of a
   * project.
   */
  readonly projects?: KnownProjects
  readonly log: Log
  readonly now?: () => number
}

/**
 * The result of checking a client: the HTTP status with which the upgrade is refused, or the
 * permission to open one socket.
 */
export type Admission =
  | { readonly status: 401 | 429 | 503 }
  | { readonly status: 101; open(wire: Wire): Connection; leave(): void }

/** A WalletConnect v2 relay without its network part: it is given the sockets of its clients. */
export interface Relay {
  /**
   * Checks a client before its socket exists. `leave` must be called once afterwards, even if no
   * socket was opened.
   * @param projectId - project id as the client sent it, which may be any text
   */
  admit(token: string, address: string, projectId?: string): Admission
  /** Called about once a second; closes the connections of clients that stopped reading. */
  tick(): void
  /** Called about every ten seconds; deletes expired messages, and reads the project ids again. */
  sweep(): Promise<void>
  /**
   * Whether the store is so full that only small messages, such as those of pairing, are sure to
   * have room.
   */
  isFull(): boolean
  /** Returns the state of the message store. Rejects when the store is unreachable. */
  check(): Promise<'ok' | 'full'>
  /** Returns the relay's metrics as Prometheus text. */
  renderMetrics(): Promise<string>
  /** Closes all sockets with code 1001, after which clients reconnect, and then the store. */
  close(): Promise<void>
}

/**
 * Opens the message store and creates the relay.
 * @throws what `openStore` throws
 */
export async function createRelay({
  openStore,
  limits,
  urls,
  maxBytes = Number.POSITIVE_INFINITY,
  projects,
  log: unboundedLog,
  now = Date.now,
}: RelayOptions): Promise<Relay> {
  // The log is bounded: a full disk or an unreachable Redis causes thousands of equal errors a
  // second.
  const log = boundedLog(unboundedLog, now)
  const connections = new Map<Connection, Wire>()
  const metrics = relayMetrics()
  const clients = makeClients(limits, now)
  const state = { isClosed: false }
  const topics: Topics = makeTopics(() => store)
  const store = await openStore({
    onAppended: topics.offer,
    onGap: () => {
      for (const openConnection of connections.keys()) {
        openConnection.flush()
      }
    },
  })
  // One eighth of the storage is reserved for small messages. The storage counts as full when the
  // rest may have no room for a large message.
  const isFull = (): boolean =>
    store.counts().bytes > (maxBytes * 7) / 8 - Math.min(1_048_576, maxBytes / 16)
  const sharedServices: SharedServices = { store, topics, clients, metrics, log, now }

  return {
    admit(token, from, projectId = '') {
      const address = callerKey(from)
      if (state.isClosed) return { status: 503 }
      const did = verifyToken(token, now(), urls)
      if (did === undefined) {
        metrics.countRefused('token')
        return { status: 401 }
      }
      if (!clients.enter({ did, address })) {
        metrics.countRefused('connections')
        return { status: 429 }
      }
      // A project id that is unknown is not stored, because a client can send any text of any
      // length; the connection then counts towards no project.
      const project = projects?.has(projectId) ? projectId : undefined
      const slotState: { connection?: Connection; isLeft: boolean } = { isLeft: false }
      return {
        status: 101,
        open(wire) {
          const connection = makeConnection({ did, address, project }, wire, sharedServices)
          connections.set(connection, wire)
          slotState.connection = connection
          return connection
        },
        leave() {
          if (slotState.isLeft) return
          slotState.isLeft = true
          clients.leave({ did, address })
          if (!slotState.connection) return
          connections.delete(slotState.connection)
          slotState.connection.end()
        },
      }
    },
    tick() {
      for (const openConnection of connections.keys()) {
        openConnection.tick()
      }
    },
    sweep: () => {
      // The project ids are read without waiting: the relay works without the database.
      void projects?.refresh()
      return store
        .dropExpired()
        .catch((error: unknown) => log.error({ name: String(error) }, 'relay sweep failed'))
    },
    isFull,
    async check() {
      await store.check?.()
      return isFull() ? 'full' : 'ok'
    },
    renderMetrics() {
      const { topics: mailboxes, messages, bytes } = store.counts()
      return metrics.render({
        sockets: connections.size,
        topics: topics.count(),
        mailboxes,
        messages,
        bytes,
      })
    },
    async close() {
      state.isClosed = true
      for (const wire of connections.values()) {
        wire.close(1001, 'Going away')
      }
      await store.close()
    },
  }
}
