import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RedisServer, startRedis } from '../test/start-redis.ts'
import { type RedisBuckets, redisBuckets } from './redis-buckets.ts'

const made = {} as { redis: RedisServer; one: RedisBuckets; two: RedisBuckets }
const log = { error: () => undefined }
/** Refills too slowly for a test to see. */
const limit = { capacity: 4, refillPerSecond: 0.01 }

beforeAll(async () => {
  made.redis = await startRedis()
  made.one = await redisBuckets(made.redis.url, log)
  made.two = await redisBuckets(made.redis.url, log)
})
afterAll(async () => {
  await made.one?.close()
  await made.two?.close()
  await made.redis?.stop()
})

describe('redisBuckets', () => {
  test('default: two replicas let through together what one may', async () => {
    const buckets = [made.one.makeBucket('caller', limit), made.two.makeBucket('caller', limit)]
    const waits: number[] = []
    for (let at = 0; at < 6; at++) {
      waits.push((await buckets[at % 2]?.take('a')) ?? -1)
    }
    expect(waits.slice(0, 4)).toEqual([0, 0, 0, 0])
    for (const wait of waits.slice(4)) {
      expect(wait).toBeGreaterThan(90)
    }
    expect(await buckets[0]?.take('b')).toBe(0)
    expect(await made.one.makeBucket('project', limit).take('a')).toBe(0)
  })

  test('parameters: cost', async () => {
    const bucket = made.one.makeBucket('cost', limit)
    expect(await bucket.take('a', 3)).toBe(0)
    expect(await bucket.take('a', 2)).toBeGreaterThan(90)
    expect(await bucket.take('a')).toBe(0)
    // More than there can be costs all.
    expect(await bucket.take('b', 50)).toBe(0)
    expect(await bucket.take('b')).toBeGreaterThan(90)
  })

  test('behavior: it fills again', async () => {
    const bucket = made.one.makeBucket('quick', { capacity: 1, refillPerSecond: 20 })
    expect(await bucket.take('a')).toBe(0)
    await expect.poll(() => bucket.take('a')).toBe(0)
  })

  test('behavior: while Redis is away each counts for itself', async () => {
    const away = await startRedis()
    const buckets = await redisBuckets(away.url, log)
    await away.stop()
    const bucket = buckets.makeBucket('caller', { capacity: 2, refillPerSecond: 0.01 })
    expect([await bucket.take('a'), await bucket.take('a')]).toEqual([0, 0])
    expect(await bucket.take('a')).toBeGreaterThan(90)
    await buckets.close()
  })

  test('behavior: a Redis that hangs is waited for once, not by every request', async () => {
    const hanging = await startRedis()
    const buckets = await redisBuckets(hanging.url, log)
    const client = createClient({ url: hanging.url })
    await client.connect()
    await client.sendCommand(['CLIENT', 'PAUSE', '60000', 'ALL'])
    const bucket = buckets.makeBucket('caller', { capacity: 1_000, refillPerSecond: 0.01 })
    await bucket.take('a')
    const startedAt = performance.now()
    for (let at = 0; at < 20; at++) {
      expect(await bucket.take('a')).toBe(0)
    }
    // Each for itself would wait 250 ms, together five seconds.
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    client.destroy()
    await buckets.close()
    await hanging.stop()
  })

  test('behavior: a clock that is set back leaves no Redis alone for longer', async () => {
    const paused = await startRedis()
    const buckets = await redisBuckets(paused.url, log)
    const client = createClient({ url: paused.url })
    await client.connect()
    await client.sendCommand(['CLIENT', 'PAUSE', '500', 'ALL'])
    const bucket = buckets.makeBucket('caller', limit)
    await bucket.take('a')
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => 1_000)
    try {
      // The first one was counted there after all, once the pause was over.
      await expect
        .poll(async () => {
          await bucket.take('b')
          return (await client.keys('*')).length
        })
        .toBe(2)
    } finally {
      clock.mockRestore()
    }
    client.destroy()
    await buckets.close()
    await paused.stop()
  })
})
