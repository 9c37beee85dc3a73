import { tokenBucket } from '../../base/token-bucket.ts'

export interface ClientLimits {
  readonly connectionsPerAddress: number
  readonly connectionsPerClient: number
  readonly subscriptionsPerAddress: number
  readonly subscriptionsPerClient: number
  readonly publish: {
    /** How many times the limits of one client those of an address are. */
    readonly perAddress: number
    readonly capacity: number
    readonly refillPerSecond: number
    readonly bytesCapacity: number
    readonly bytesPerSecond: number
  }
}

/** Whose socket it is. */
export interface Client {
  readonly did: string
  /** Key of the network it came from (`callerKey`). */
  readonly address: string
}

/**
 * What each client and each address uses up. A client makes as many names for itself as it likes,
 * addresses it does not.
 */
export interface Clients {
  /** False: no more of this client, or of this address. */
  enter(client: Client): boolean
  leave(client: Client): void
  /** False: too many; nothing was added. */
  addSubscriptions(client: Client, count: number): boolean
  /** Seconds to wait; 0 when it may publish. */
  charge(client: Client, messages: number, bytes: number): number
}

const mostKeys = 100_000

export function makeClients(limits: ClientLimits, now: () => number): Clients {
  const sockets = { clients: makeCounter(), addresses: makeCounter() }
  const subscriptions = { clients: makeCounter(), addresses: makeCounter() }
  const { capacity, refillPerSecond, bytesCapacity, bytesPerSecond, perAddress } = limits.publish
  const bucketsOf = (times: number) => ({
    messages: tokenBucket(
      { capacity: capacity * times, refillPerSecond: refillPerSecond * times },
      now,
      mostKeys,
    ),
    bytes: tokenBucket(
      { capacity: bytesCapacity * times, refillPerSecond: bytesPerSecond * times },
      now,
      mostKeys,
    ),
  })
  const ofClient = bucketsOf(1)
  const ofAddress = bucketsOf(perAddress)
  return {
    enter({ did, address }) {
      const isOver =
        sockets.clients.of(did) >= limits.connectionsPerClient ||
        sockets.addresses.of(address) >= limits.connectionsPerAddress
      if (isOver) return false
      sockets.clients.add(did, 1)
      sockets.addresses.add(address, 1)
      return true
    },
    leave({ did, address }) {
      sockets.clients.add(did, -1)
      sockets.addresses.add(address, -1)
    },
    addSubscriptions({ did, address }, count) {
      const isOver =
        subscriptions.clients.of(did) + count > limits.subscriptionsPerClient ||
        subscriptions.addresses.of(address) + count > limits.subscriptionsPerAddress
      if (count > 0 && isOver) return false
      subscriptions.clients.add(did, count)
      subscriptions.addresses.add(address, count)
      return true
    },
    charge: ({ did, address }, count, size) =>
      ofClient.messages.take(did, count) ||
      ofClient.bytes.take(did, size) ||
      ofAddress.messages.take(address, count) ||
      ofAddress.bytes.take(address, size),
  }
}

function makeCounter(): { of(key: string): number; add(key: string, count: number): void } {
  const counts = new Map<string, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add(key, count) {
      const sum = (counts.get(key) ?? 0) + count
      if (sum > 0) counts.set(key, sum)
      else counts.delete(key)
    },
  }
}
