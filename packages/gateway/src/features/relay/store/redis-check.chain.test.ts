import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReadiness } from '../../../server/hosts/readiness.ts'
import { freePort } from '../../../test/free-port.ts'
import { configOf } from '../../../test/make-gateway.ts'
import { type RedisServer, startRedis } from '../../../test/start-redis.ts'
import { storeLimits } from '../open-store.ts'
import { createRelay, type Relay } from '../relay.ts'
import { redisStore } from './redis-store.ts'

const made = {} as {
  redis: RedisServer
  relay: Relay
  admin: ReturnType<typeof createClient>
  moment: number
}
const log = { info: () => {}, error: () => {} }
/** As `/ready` asks, each time anew. */
const ready = makeReadiness({ relay: () => made.relay.check() }, () => ++made.moment * 10_000)
const asked = async () => (await ready.read()).parts.relay

beforeAll(async () => {
  made.moment = 0
  made.redis = await startRedis()
  made.admin = createClient({ url: made.redis.url })
  made.admin.on('error', () => {})
  await made.admin.connect()
  const { relay: limits } = configOf(['http://node.example'])
  made.relay = await createRelay({
    limits,
    log,
    openStore: (listener) =>
      redisStore(made.redis.url, storeLimits(limits), listener, log, Date.now, 500),
  })
})
afterAll(async () => {
  made.admin?.destroy()
  await made.relay?.close()
  await made.redis?.stop()
})

describe('redisStore', () => {
  test('behavior: a Redis that is still not there after the wait is told with its address and a fix', async () => {
    const url = `redis://somebody:hush@127.0.0.1:${await freePort()}`
    const listener = { onAppended() {}, onGap() {} }
    const limits = storeLimits(configOf(['http://node.example']).relay)
    const opening = redisStore(url, limits, listener, log, Date.now, 500, 1_000)
    const error: unknown = await opening.catch((reason) => reason)
    expect(error).toMatchObject({
      code: 'config-invalid',
      context: {
        reason: expect.stringMatching(/^Redis at 127\.0\.0\.1:\d+ did not answer for 1 s$/),
        fix: expect.stringContaining('REDIS_URL'),
      },
    })
    // Its password is nobody's to read.
    expect(JSON.stringify(error)).not.toContain('hush')
  })
})

describe('the check of a relay in Redis', () => {
  test('default', async () => expect(await asked()).toBe('ok'))

  test('behavior: fails while nothing is heard of other replicas, though Redis answers, and heals', async () => {
    const { admin } = made
    const clients = String(await admin.sendCommand(['CLIENT', 'LIST']))
    const open = clients.trim().split('\n').length
    // No connection that is cut finds a place again.
    await admin.sendCommand(['CONFIG', 'SET', 'maxclients', String(open - 1)])
    const own = String(await admin.sendCommand(['CLIENT', 'ID']))
    const ids = [...clients.matchAll(/^id=(\d+)/gm)]
      .map(([, id]) => id as string)
      .filter((id) => id !== own)
    // The relay opened two: the second is the one that listens.
    await admin.sendCommand(['CLIENT', 'KILL', 'ID', ids.at(-1) as string])
    await expect.poll(asked).toBe('failing')
    expect(await admin.ping()).toBe('PONG')
    await admin.sendCommand(['CONFIG', 'SET', 'maxclients', '100'])
    await expect.poll(asked).toBe('ok')
  })

  test('behavior: fails while Redis is away', async () => {
    await made.redis.stop()
    await expect.poll(asked).toBe('failing')
  })
})
