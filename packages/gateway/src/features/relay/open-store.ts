import { join } from 'node:path'
import type { Config } from '../../base/config/schema.ts'
import type { Log } from '../../base/log.ts'
import { memoryStore } from './store/memory-store.ts'
import {
  type RelayStore,
  type StoreLimits,
  type StoreListener,
  topicLimits,
} from './store/relay-store.ts'

type StoreRoom = Pick<Config['relay'], 'maxBytes'> &
  Partial<Pick<Config['relay'], 'bytesPerAddress' | 'bytesPerClient' | 'bytesPerProject'>>

/**
 * Returns the limits of the message store. By default the messages of one network address may fill
 * a quarter of it, and those of one client an eighth. The messages of one project may fill a half,
 * which no address can fill alone; when there is no other project, they may fill everything.
 * @param countProjects - returns how many projects are known now
 */
export function storeLimits(
  { maxBytes, bytesPerAddress, bytesPerClient, bytesPerProject }: StoreRoom,
  countProjects: () => number = () => 0,
): StoreLimits {
  return {
    ...topicLimits,
    maxBytes,
    holderBytes: bytesPerAddress ?? Math.floor(maxBytes / 4),
    clientBytes: bytesPerClient ?? Math.floor(maxBytes / 8),
    get projectBytes() {
      if (bytesPerProject !== undefined) return bytesPerProject
      return countProjects() > 1 ? Math.floor(maxBytes / 2) : maxBytes
    },
  }
}

/** Opens the message store that is configured; the Redis client is loaded only when it is used. */
export async function openStore(
  { relay, redisUrl }: Config,
  dataDir: string,
  log: Log,
  listener: StoreListener,
  countProjects?: () => number,
): Promise<RelayStore> {
  const limits = storeLimits(relay, countProjects)
  if (redisUrl !== undefined) {
    const { redisStore } = await import('./store/redis-store.ts')
    return redisStore(redisUrl, limits, listener, log)
  }
  if (relay.store === 'memory') return memoryStore(limits, listener)
  const { diskStore } = await import('./store/disk-store.ts')
  return diskStore(join(dataDir, 'relay'), limits, listener, log)
}
