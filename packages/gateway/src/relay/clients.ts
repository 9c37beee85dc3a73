import { tokenBucket } from '../token-bucket.ts'

export interface ClientLimits {
  readonly connectionsPerAddress: number
  readonly connectionsPerClient: number
  readonly subscriptionsPerClient: number
  readonly publish: {
    readonly capacity: number
    readonly refillPerSecond: number
    readonly bytesCapacity: number
    readonly bytesPerSecond: number
  }
}

/** What each client (`did`) and each address uses up. */
export interface Clients {
  /** False: no more of this client, or of this address. */
  enter(did: string, address: string): boolean
  leave(did: string, address: string): void
  /** False: too many; nothing was added. */
  addSubscriptions(did: string, count: number): boolean
  /** Seconds to wait; 0 when it may publish. */
  charge(did: string, messages: number, bytes: number): number
}

export function makeClients(limits: ClientLimits, now: () => number): Clients {
  const sockets = new Map<string, number>()
  const subscriptions = new Map<string, number>()
  const { capacity, refillPerSecond, bytesCapacity, bytesPerSecond } = limits.publish
  const messages = tokenBucket({ capacity, refillPerSecond }, now, 100_000)
  const bytes = tokenBucket({ capacity: bytesCapacity, refillPerSecond: bytesPerSecond }, now, 100_000)
  const add = (counts: Map<string, number>, key: string, count: number): void => {
    const sum = (counts.get(key) ?? 0) + count
    if (sum > 0) counts.set(key, sum)
    else counts.delete(key)
  }
  return {
    enter(did, address) {
      const isOver =
        (sockets.get(did) ?? 0) >= limits.connectionsPerClient ||
        (sockets.get(`from ${address}`) ?? 0) >= limits.connectionsPerAddress
      if (isOver) return false
      add(sockets, did, 1)
      add(sockets, `from ${address}`, 1)
      return true
    },
    leave(did, address) {
      add(sockets, did, -1)
      add(sockets, `from ${address}`, -1)
    },
    addSubscriptions(did, count) {
      if ((subscriptions.get(did) ?? 0) + count > limits.subscriptionsPerClient && count > 0) return false
      add(subscriptions, did, count)
      return true
    },
    charge: (did, count, size) => messages.take(did, count) || bytes.take(did, size),
  }
}
