import { createClient } from '@redis/client'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeStore } from '../../test/describe-store.ts'
import { startPostgres } from '../../test/start-postgres.ts'
import { startRedis } from '../../test/start-redis.ts'
import { postgresStore, postgresTables } from './postgres-store.ts'
import { redisStore } from './redis-store.ts'
import type { StoredChallenge } from './siwx-store.ts'

const run = {} as {
  stopPostgres: () => Promise<void>
  stopRedis: () => Promise<void>
  pool: pg.Pool
  redis: ReturnType<typeof createClient>
  ioredis: Redis
}
beforeAll(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const pool = new pg.Pool({ connectionString: postgres.url, max: 20 })
  await pool.query(postgresTables)
  const client = createClient({ url: redis.url })
  await client.connect()
  Object.assign(run, {
    stopPostgres: postgres.stop,
    stopRedis: redis.stop,
    pool,
    redis: client,
    ioredis: new Redis(redis.url),
  })
})
afterAll(async () => {
  await run.pool?.end()
  run.ioredis?.disconnect()
  run.redis?.destroy()
  await Promise.all([run.stopPostgres?.(), run.stopRedis?.()])
})

describeStore('postgresStore', () => postgresStore(run.pool))
describeStore('redisStore of redis', () => redisStore(run.redis))
describeStore('redisStore of ioredis', () => redisStore(run.ioredis, { prefix: 'other:' }))

describe('postgresStore', () => {
  test('behavior: the tables may be made again, and keep what they have', async () => {
    const store = postgresStore(run.pool)
    await store.putSession('again', { account: 'eip155:1:0xab', expiresAt: Date.now() + 60_000 })
    await run.pool.query(postgresTables)
    expect(await store.readSession('again')).toMatchObject({ account: 'eip155:1:0xab' })
  })

  test('behavior: old rows go with new ones', async () => {
    const store = postgresStore(run.pool)
    const old = Array.from({ length: 30 }, (_, i) => `old${i}`)
    for (const nonce of old) {
      await store.putNonce(nonce, {} as StoredChallenge, 1)
    }
    await store.putNonce('new1', {} as StoredChallenge, Date.now() + 60_000)
    await store.putNonce('new2', {} as StoredChallenge, Date.now() + 60_000)
    const { rows } = await run.pool.query(
      "select nonce from siwx_nonces where nonce like 'old%' or nonce like 'new%' order by nonce",
    )
    expect(rows.map(({ nonce }) => nonce)).toEqual(['new1', 'new2'])
  })
})

describe('redisStore', () => {
  test('behavior: challenges and sessions leave by themselves', async () => {
    const store = redisStore(run.redis, { prefix: 'ttl:' })
    await store.putNonce('n', {} as StoredChallenge, Date.now() + 5_000)
    await store.putSession('s', { account: 'eip155:1:0xab', expiresAt: Date.now() + 5_000 })
    for (const key of ['ttl:nonce:n', 'ttl:session:s']) {
      const left = Number(await run.redis.sendCommand(['PTTL', key]))
      expect(left).toBeGreaterThan(1_000)
      expect(left).toBeLessThanOrEqual(5_000)
    }
  })
})
