import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestIdentity } from '../../test/make-relay.ts'
import { connectClient, type RelayClient } from '../../test/relay-client.ts'
import { type GatewayProcess, startProcess } from '../../test/start-process.ts'
import { type RedisServer, startRedis } from '../../test/start-redis.ts'
import { redisStore } from './redis-store.ts'
import type { RelayMessage } from './relay-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
const made = {} as { redis: RedisServer; one: GatewayProcess; two: GatewayProcess }
const clients: RelayClient[] = []
const start = (name: string): Promise<GatewayProcess> => startProcess(join(folder, name), { REDIS_URL: made.redis.url })
const connect = async (...parameters: Parameters<typeof connectClient>): Promise<RelayClient> => {
  const client = await connectClient(...parameters)
  clients.push(client)
  return client
}
const messagesOf = (client: RelayClient): string[] => client.pushes.map(({ message }) => message)

beforeAll(async () => {
  made.redis = await startRedis()
  Object.assign(made, { one: await start('one'), two: await start('two') })
})
afterAll(async () => {
  for (const client of clients) client.socket.terminate()
  await made.one?.kill()
  await made.two?.kill()
  await made.redis?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('two replicas on one Redis', () => {
  test('default: a client of one is pushed what a client of the other publishes, once', async () => {
    const [dapp, wallet] = [await connect(made.one.url), await connect(made.two.url)]
    await wallet.call('irn_subscribe', { topic: 'default' })
    for (const message of ['a', 'b', 'a'])
      await dapp.call('irn_publish', { topic: 'default', message, ttl: 60, tag: 1 })
    await expect.poll(() => messagesOf(wallet)).toEqual(['a', 'b'])
  })

  test('behavior: what is acknowledged at one replica is not delivered by the other', async () => {
    const identity = makeTestIdentity()
    const dapp = await connect(made.one.url)
    for (const message of ['a', 'b']) await dapp.call('irn_publish', { topic: 'acks', message, ttl: 60, tag: 1 })
    const first = await connect(made.one.url, { identity, isAcknowledging: false })
    await first.call('irn_subscribe', { topic: 'acks' })
    await expect.poll(() => messagesOf(first)).toEqual(['a', 'b'])
    first.socket.send(`{"id":${first.pushes[0]?.id},"jsonrpc":"2.0","result":true}`)
    await first.call('irn_unsubscribe', { topic: 'acks', id: '' })
    await first.close()
    const second = await connect(made.two.url, { identity })
    await second.call('irn_subscribe', { topic: 'acks' })
    await expect.poll(() => messagesOf(second)).toEqual(['b'])
  })

  test('behavior: a message is kept for its own time, not for that of its neighbour', async () => {
    const dapp = await connect(made.one.url)
    await dapp.call('irn_publish', { topic: 'ttl', message: 'short', ttl: 1, tag: 1 })
    await dapp.call('irn_publish', { topic: 'ttl', message: 'long', ttl: 60, tag: 1 })
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    const wallet = await connect(made.two.url)
    await wallet.call('irn_subscribe', { topic: 'ttl' })
    await expect.poll(() => messagesOf(wallet)).toEqual(['long'])
    await dapp.call('irn_publish', { topic: 'ttl', message: 'short', ttl: 60, tag: 1 })
    await expect.poll(() => messagesOf(wallet)).toEqual(['long', 'short'])
  })

  test('behavior: a full mailbox refuses until something in it was acknowledged', async () => {
    const [dapp, wallet] = [await connect(made.one.url), await connect(made.two.url)]
    const messages = Array.from({ length: 256 }, (_, at) => ({ topic: 'full', message: `m${at}`, ttl: 60, tag: 1 }))
    await dapp.call('irn_batchPublish', { messages })
    const over = { topic: 'full', message: 'over', ttl: 60, tag: 1 }
    await expect(dapp.call('irn_publish', over)).rejects.toMatchObject({ code: -32000 })
    await wallet.call('irn_subscribe', { topic: 'full' })
    await expect.poll(() => wallet.pushes.length).toBe(256)
    await wallet.call('irn_unsubscribe', { topic: 'full', id: '' })
    expect(await dapp.call('irn_publish', over)).toBe(true)
  })

  test('behavior: a replica killed right after its answer loses nothing', async () => {
    const dapp = await connect(made.one.url)
    for (let at = 0; at < 20; at++)
      await dapp.call('irn_publish', { topic: 'killed', message: `m${at}`, ttl: 60, tag: 1 })
    await made.one.kill()
    const wallet = await connect(made.two.url)
    await wallet.call('irn_subscribe', { topic: 'killed' })
    await expect.poll(() => messagesOf(wallet)).toEqual(Array.from({ length: 20 }, (_, at) => `m${at}`))
    made.one = await start('one')
  })

  // Last: it ends the server of the others.
  test('behavior: without Redis a publisher is told; once it is back, clients need not come again', async () => {
    const [dapp, wallet] = [await connect(made.one.url), await connect(made.two.url)]
    await wallet.call('irn_subscribe', { topic: 'away' })
    const { port } = made.redis
    await made.redis.stop()
    const publish = (message: string): Promise<unknown> =>
      dapp.call('irn_publish', { topic: 'away', message, ttl: 60, tag: 1 }).catch((error: unknown) => error)
    expect(await publish('lost')).toMatchObject({ code: -32000 })
    made.redis = await startRedis(port)
    await expect.poll(() => publish('back'), { timeout: 10_000 }).toBe(true)
    await expect.poll(() => messagesOf(wallet), { timeout: 10_000 }).toEqual(['back'])
  })
})

describe('redisStore', () => {
  test('behavior: a Redis that hangs is an error to whoever asks, and keeps nobody from ending', async () => {
    const hanging = await startRedis()
    const limits = { topicMessages: 10, topicBytes: 10_000, maxBytes: 10_000 }
    const quiet = { onAppended: () => {}, onGap: () => {} }
    const store = await redisStore(hanging.url, limits, quiet, { error: () => {} }, Date.now, 100)
    const client = createClient({ url: hanging.url })
    await client.connect()
    await client.sendCommand(['CLIENT', 'PAUSE', '60000', 'ALL'])
    const message = { topic: 'a', hash: 'h', message: 'm', publisher: 'p', tag: 1, publishedAt: 0, expiresAt: 1e15 }
    await expect(store.append(message as RelayMessage)).rejects.toThrow('does not answer')
    await expect(store.follow('a')).rejects.toThrow('does not answer')
    await store.close()
    client.destroy()
    await hanging.stop()
  })
})
