import { tokenBucket } from '../../base/token-bucket.ts'
import { makeCounter } from './counter.ts'

export interface ClientLimits {
  readonly connectionsPerAddress: number
  readonly connectionsPerClient: number
  readonly subscriptionsPerAddress: number
  readonly subscriptionsPerClient: number
  readonly publish: {
    /** How many times the limits of one client a network address has. */
    readonly perAddress: number
    readonly capacity: number
    readonly refillPerSecond: number
    readonly bytesCapacity: number
    readonly bytesPerSecond: number
  }
}

/** A client of the relay, as one of its sockets identifies it. */
export interface Client {
  readonly did: string
  /** Key of the client's network address, made by `callerKey`. */
  readonly address: string
  /** Id of the project that the socket named; absent when it named none or an unknown one. */
  readonly project?: string | undefined
}

/**
 * Counts the usage of each client and each network address. Limits per address are needed because
 * one machine can create any number of client identities.
 */
export interface Clients {
  /** Counts a new socket; false when the client or its network address has too many sockets. */
  enter(client: Client): boolean
  leave(client: Client): void
  /** Counts new subscriptions; false when there would be too many, and then none is counted. */
  addSubscriptions(client: Client, count: number): boolean
  /**
   * Counts messages that a client publishes; returns the seconds to wait, 0 when they may be
   * published.
   */
  charge(client: Client, messages: number, bytes: number): number
}

const maxKeys = 100_000

export function makeClients(limits: ClientLimits, now: () => number): Clients {
  const socketCounts = { clients: makeCounter(), addresses: makeCounter() }
  const subscriptions = { clients: makeCounter(), addresses: makeCounter() }
  const { capacity, refillPerSecond, bytesCapacity, bytesPerSecond, perAddress } = limits.publish
  const makeBuckets = (factor: number) => ({
    messages: tokenBucket(
      { capacity: capacity * factor, refillPerSecond: refillPerSecond * factor },
      now,
      maxKeys,
    ),
    bytes: tokenBucket(
      { capacity: bytesCapacity * factor, refillPerSecond: bytesPerSecond * factor },
      now,
      maxKeys,
    ),
  })
  const clientBuckets = makeBuckets(1)
  const addressBuckets = makeBuckets(perAddress)
  return {
    enter({ did, address }) {
      const isOverLimit =
        socketCounts.clients.of(did) >= limits.connectionsPerClient ||
        socketCounts.addresses.of(address) >= limits.connectionsPerAddress
      if (isOverLimit) return false
      socketCounts.clients.add(did, 1)
      socketCounts.addresses.add(address, 1)
      return true
    },
    leave({ did, address }) {
      socketCounts.clients.add(did, -1)
      socketCounts.addresses.add(address, -1)
    },
    addSubscriptions({ did, address }, count) {
      const isOverLimit =
        subscriptions.clients.of(did) + count > limits.subscriptionsPerClient ||
        subscriptions.addresses.of(address) + count > limits.subscriptionsPerAddress
      if (count > 0 && isOverLimit) return false
      subscriptions.clients.add(did, count)
      subscriptions.addresses.add(address, count)
      return true
    },
    charge: ({ did, address }, count, size) =>
      clientBuckets.messages.take(did, count) ||
      clientBuckets.bytes.take(did, size) ||
      addressBuckets.messages.take(address, count) ||
      addressBuckets.bytes.take(address, size),
  }
}
