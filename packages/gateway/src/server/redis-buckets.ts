import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { awaitInTime } from '../base/await-in-time.ts'
import type { Log } from '../base/log.ts'
import { type RequestBucket, tokenBucket } from '../base/token-bucket.ts'

/** Token buckets that all replicas with the same Redis share. */
export interface RedisBuckets {
  /**
   * Creates a rate limit whose count all replicas share.
   * @param name - name of the limit; it is part of the limit's keys in Redis
   */
  makeBucket(
    name: string,
    limit: { readonly capacity: number; readonly refillPerSecond: number },
  ): RequestBucket
  /**
   * Tests the connection.
   * @throws when Redis does not answer at once
   */
  ping(): Promise<'ok'>
  close(): Promise<void>
}

const keyPrefix = 'latchkey:limit:'
const connectTimeoutMs = 5_000
/** Milliseconds that a request waits for Redis to count it. */
const commandTimeoutMs = 250
/**
 * Milliseconds without Redis calls after a failure, so that a slow Redis does not slow every
 * request.
 */
const failurePauseMs = 1_000

/**
 * A Lua script with the token bucket of `base/token-bucket.ts`. No library is used, because
 * rate-limit libraries for Redis count within fixed windows. The script reads the clock of Redis,
 * so differences between the replicas' clocks do not matter. KEYS: the bucket. ARGV: capacity,
 * refill per second, cost.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local capacity, refill = tonumber(ARGV[1]), tonumber(ARGV[2])
local cost = math.min(tonumber(ARGV[3]), capacity)
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = capacity
if held[1] then tokens = math.min(capacity, held[1] + math.max(0, now - held[2]) / 1000 * refill) end
local wait = 0
if tokens >= cost then tokens = tokens - cost else wait = math.ceil((cost - tokens) / refill) end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / refill * 1000) + 1000)
return wait
`

/**
 * Creates rate limits that are counted in Redis; while Redis is unreachable, each process counts
 * alone.
 */
export async function redisBuckets(url: string, log: Pick<Log, 'error'>): Promise<RedisBuckets> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 2_000),
    },
  })
  client.on('error', (error: Error) =>
    log.error({ name: error.name, code: (error as { code?: unknown }).code }, 'redis'),
  )
  // The gateway starts even without a connection to Redis: it counts alone until Redis is
  // reachable.
  const connectPromise = client.connect().catch(() => undefined)
  await Promise.race([connectPromise, setTimeout(connectTimeoutMs, undefined, { ref: false })])
  // Time until which Redis is not called, in milliseconds of a monotonic clock.
  const state = { restsUntil: 0 }
  return {
    makeBucket(name, limit) {
      const localBucket = tokenBucket(limit)
      const limitArguments = [String(limit.capacity), String(limit.refillPerSecond)]
      return {
        async take(key, cost = 1) {
          if (performance.now() < state.restsUntil) return localBucket.take(key, cost)
          // The key in Redis contains a hash instead of the caller's address.
          const keyHash = createHash('sha256').update(key).digest('base64url').slice(0, 22)
          try {
            return Number(
              await awaitInTime(
                client.sendCommand([
                  'EVAL',
                  takeScript,
                  '1',
                  `${keyPrefix}${name}:${keyHash}`,
                  ...limitArguments,
                  String(cost),
                ]),
                commandTimeoutMs,
              ),
            )
          } catch {
            state.restsUntil = performance.now() + failurePauseMs
            return localBucket.take(key, cost)
          }
        },
      }
    },
    async ping() {
      await awaitInTime(client.sendCommand(['PING']), connectTimeoutMs)
      return 'ok'
    },
    close: async () => client.destroy(),
  }
}
