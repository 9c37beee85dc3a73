import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeProjectShares } from '../../../test/project-shares.ts'
import { type RedisServer, startRedis } from '../../../test/start-redis.ts'
import { storeLimits } from '../open-store.ts'
import { redisStore } from './redis-store.ts'
import type { StoreLimits } from './relay-store.ts'

const made = {} as { redis: RedisServer; admin: ReturnType<typeof createClient> }
const listener = { onAppended() {}, onGap() {} }
const open = (limits: StoreLimits, now: () => number) =>
  redisStore(made.redis.url, limits, listener, { error() {} }, now)

beforeAll(async () => {
  made.redis = await startRedis()
  made.admin = createClient({ url: made.redis.url })
  await made.admin.connect()
})
afterAll(async () => {
  made.admin?.destroy()
  await made.redis?.stop()
})

describeProjectShares(
  'redisStore: shares of projects',
  async (limits, now) => {
    await made.admin.flushAll()
    const opened = { store: await open(limits, now) }
    return {
      store: opened.store,
      async again() {
        await opened.store.close()
        opened.store = await open(limits, now)
        return opened.store
      },
      end: () => opened.store.close(),
    }
  },
  true,
)

const at = 1_780_000_000_000
const far = at + 86_400_000
const limits = { ...storeLimits({ maxBytes: 1_048_576 }), projectBytes: 65_536 }
const prefix = 'latchkey:relay:'
/** As version 0.1.0 kept a message before projects counted. */
async function keepAsBefore(topic: string, size: number, isAcknowledged: boolean): Promise<void> {
  const { admin } = made
  const [hash, holder, did] = [
    topic.replace(' ', '-').padEnd(64, '-'),
    'network-of-old--',
    'did:key:zold',
  ]
  const counted = `${size} ${far} ${holder} ${did}`
  const member = `${counted} ${hash} ${topic}`
  const of = { topic, message: 'x', hash, publisher: did, tag: 1, holder, isAwaited: false }
  const text = JSON.stringify({ ...of, publishedAt: at, expiresAt: far })
  const box = { [`m${hash}`]: `1 ${counted} ${text}`, '#n': '1', '#b': String(size), '#s': '1' }
  await admin.hSet(`${prefix}{${topic}}`, box)
  await admin.zAdd(`${prefix}#due`, { score: far, value: member })
  const score = isAcknowledged ? far - 1e14 : far
  await admin.zAdd(`${prefix}#held:${holder}`, { score, value: member })
  if (isAcknowledged) {
    await admin.hSet(`${prefix}{${topic}}`, `a${hash}`, 'reader ')
    await admin.zAdd(`${prefix}#free`, { score: far, value: member })
  }
  await admin.zIncrBy(`${prefix}#holders`, size, holder)
  await admin.hIncrBy(`${prefix}#clients`, did, size)
  await admin.incrBy(`${prefix}#bytes`, size)
}

describe('redisStore', () => {
  test('behavior: messages of a version that counted no projects are of none, are delivered, and leave nothing behind', async () => {
    await made.admin.flushAll()
    for (let one = 0; one < 12; one += 1) {
      await keepAsBefore(`old ${one}`, 5_000, one === 3)
    }
    const clock = { at }
    const store = await open(limits, () => clock.at)
    await store.dropExpired()
    const post = (holder: string, project?: string) =>
      store.append({
        topic: `new ${holder}`,
        message: 'x'.repeat(8_000),
        hash: holder,
        publisher: holder,
        tag: 1,
        publishedAt: at,
        expiresAt: far,
        holder,
        isAwaited: false,
        ...(project ? { project } : {}),
      })
    const waiting = async (topic: string) =>
      (await store.readWaiting({ topic, did: 'somebody', skip: () => false, maxBytes: 1e6 }))
        .messages.length
    expect(await made.admin.zScore(`${prefix}#projects`, '@')).toBe(60_000)
    expect(await post('visitor', 'shop')).toBe('kept')
    expect(await waiting('old 3')).toBe(1)
    // The share of no project is full: what was acknowledged goes first, then what the largest left.
    expect(await post('visitor-of-none')).toBe('kept')
    expect([await waiting('old 3'), await waiting('old 11')]).toEqual([0, 1])
    expect(await made.admin.exists(`${prefix}#free`)).toBe(0)
    await store.close()
    // Another replica counts nothing twice.
    const before = await made.admin.zRangeWithScores(`${prefix}#projects`, 0, -1)
    const again = await open(limits, () => clock.at)
    await again.dropExpired()
    expect(await made.admin.zRangeWithScores(`${prefix}#projects`, 0, -1)).toEqual(before)
    clock.at = far + 1
    await again.dropExpired()
    expect(await made.admin.keys('*')).toEqual([])
    await again.close()
  })
})
