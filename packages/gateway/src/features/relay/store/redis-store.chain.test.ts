import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestIdentity } from '../../../test/make-relay.ts'
import { connectClient, type RelayClient } from '../../../test/relay-client.ts'
import { type GatewayProcess, startProcess } from '../../../test/start-process.ts'
import { type RedisServer, startRedis } from '../../../test/start-redis.ts'
import { storeLimits } from '../open-store.ts'
import { redisStore } from './redis-store.ts'
import type { RelayMessage, RelayStore } from './relay-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
const made = {} as { redis: RedisServer; one: GatewayProcess; two: GatewayProcess }
const clients: RelayClient[] = []
const start = (name: string): Promise<GatewayProcess> =>
  startProcess(join(folder, name), { REDIS_URL: made.redis.url })
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
  for (const client of clients) {
    client.socket.terminate()
  }
  await made.one?.kill()
  await made.two?.kill()
  await made.redis?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('two replicas on one Redis', () => {
  test('default: a client of one is pushed what a client of the other publishes, once', async () => {
    const [dapp, wallet] = [await connect(made.one.url), await connect(made.two.url)]
    await wallet.call('irn_subscribe', { topic: 'default' })
    for (const message of ['a', 'b', 'a']) {
      await dapp.call('irn_publish', { topic: 'default', message, ttl: 60, tag: 1 })
    }
    await expect.poll(() => messagesOf(wallet)).toEqual(['a', 'b'])
  })

  test('behavior: what is acknowledged at one replica is not delivered by the other', async () => {
    const identity = makeTestIdentity()
    const dapp = await connect(made.one.url)
    for (const message of ['a', 'b']) {
      await dapp.call('irn_publish', { topic: 'acks', message, ttl: 60, tag: 1 })
    }
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
    const messages = Array.from({ length: 256 }, (_, at) => ({
      topic: 'full',
      message: `m${at}`,
      ttl: 60,
      tag: 1,
    }))
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
    for (let at = 0; at < 20; at++) {
      await dapp.call('irn_publish', { topic: 'killed', message: `m${at}`, ttl: 60, tag: 1 })
    }
    await made.one.kill()
    const wallet = await connect(made.two.url)
    await wallet.call('irn_subscribe', { topic: 'killed' })
    await expect
      .poll(() => messagesOf(wallet))
      .toEqual(Array.from({ length: 20 }, (_, at) => `m${at}`))
    made.one = await start('one')
  })

  // Last: it ends the server of the others.
  test('behavior: without Redis a publisher is told; once it is back, clients need not come again', async () => {
    const [dapp, wallet] = [await connect(made.one.url), await connect(made.two.url)]
    await wallet.call('irn_subscribe', { topic: 'away' })
    const { port } = made.redis
    await made.redis.stop()
    const publish = (message: string): Promise<unknown> =>
      dapp
        .call('irn_publish', { topic: 'away', message, ttl: 60, tag: 1 })
        .catch((error: unknown) => error)
    expect(await publish('lost')).toMatchObject({ code: -32000 })
    made.redis = await startRedis(port)
    await expect.poll(() => publish('back'), { timeout: 10_000 }).toBe(true)
    await expect.poll(() => messagesOf(wallet), { timeout: 10_000 }).toEqual(['back'])
  })
})

describe('redisStore', () => {
  test('behavior: a Redis that hangs is an error to whoever asks, and keeps nobody from ending', async () => {
    const hanging = await startRedis()
    const limits = storeLimits({ maxBytes: 1e6 })
    const quiet = { onAppended: () => {}, onGap: () => {} }
    const store = await redisStore(hanging.url, limits, quiet, { error: () => {} }, Date.now, 100)
    const client = createClient({ url: hanging.url })
    await client.connect()
    await client.sendCommand(['CLIENT', 'PAUSE', '60000', 'ALL'])
    const message = {
      topic: 'a',
      hash: 'h',
      message: 'm',
      publisher: 'p',
      tag: 1,
      publishedAt: 0,
      expiresAt: 1e15,
      holder: 'h',
      isAwaited: false,
    }
    await expect(store.append(message as RelayMessage)).rejects.toThrow('no answer in time')
    await expect(store.follow('a')).rejects.toThrow('no answer in time')
    await store.close()
    client.destroy()
    await hanging.stop()
  })

  test('behavior: what Redis uses stays within relay.maxBytes, however small the messages and however many have them', async () => {
    const redis = await startRedis()
    const client = createClient({ url: redis.url })
    await client.connect()
    const usedBytes = async (): Promise<number> =>
      Number(/used_memory_dataset:(\d+)/.exec(await client.info('memory'))?.[1])
    const maxBytes = 8 * 1_048_576
    const limits = { ...storeLimits({ maxBytes }), holderBytes: maxBytes, clientBytes: maxBytes }
    const store = await redisStore(
      redis.url,
      limits,
      { onAppended() {}, onGap() {} },
      { error() {} },
    )
    const before = await usedBytes()
    const answers = new Map<string, number>()
    const message = 'x'
    const hash = createHash('sha256').update(message).digest('hex')
    for (let at = 0; at < 6_000; at++) {
      const topic = createHash('sha256').update(String(at)).digest('hex')
      const now = Date.now()
      const of = { topic, message, hash, tag: 1, publishedAt: now, expiresAt: now + 86_400_000 }
      const did = `did:key:z${'6'.repeat(47)}`
      const said = await store.append({
        ...of,
        publisher: did,
        holder: `network-${at % 7}-----`,
        isAwaited: false,
      })
      answers.set(said, (answers.get(said) ?? 0) + 1)
      if (said !== 'kept') break
    }
    expect(answers.get('kept')).toBeGreaterThan(2_500)
    await store.dropExpired()
    expect(store.counts().bytes).toBeLessThanOrEqual(maxBytes)
    expect(store.counts().bytes).toBeGreaterThan(maxBytes / 2)
    expect((await usedBytes()) - before).toBeLessThan(maxBytes)
    for (let at = 0; at < 2_500; at++) {
      for (let reader = 0; reader < 10; reader++) {
        store.acknowledgeMessage(
          createHash('sha256').update(String(at)).digest('hex'),
          `did:key:z${String(reader).repeat(47)}`,
          hash,
        )
      }
    }
    await store.dropExpired()
    expect((await usedBytes()) - before).toBeLessThan(maxBytes)
    await store.close()
    client.destroy()
    await redis.stop()
  })

  test('behavior: shares, room and their account are those of every store, over two replicas', async () => {
    const redis = await startRedis()
    const clock = { at: Date.now() }
    const limits = storeLimits({ maxBytes: 1_048_576 })
    const open = () =>
      redisStore(redis.url, limits, { onAppended() {}, onGap() {} }, { error() {} }, () => clock.at)
    const [one, two] = [await open(), await open()]
    const post = (
      store: RelayStore,
      holder: string,
      name: string,
      size: number,
      more: Partial<RelayMessage> = {},
    ) =>
      store.append({
        topic: `${holder} ${name}`,
        message: 'x'.repeat(size),
        hash: name,
        publisher: `${holder}-page`,
        tag: 1,
        publishedAt: clock.at,
        expiresAt: clock.at + 86_400_000,
        holder,
        isAwaited: false,
        ...more,
      })
    const fill = async (holder: string, more: Partial<RelayMessage> = {}): Promise<string> => {
      for (let at = 0; ; at++) {
        const said = await post(at % 2 ? one : two, holder, `m${at}`, 10_000, {
          publisher: `page${at % 3}${holder}`,
          ...more,
        })
        if (said !== 'kept') return said
      }
    }
    expect(await fill('a')).toBe('share-full')
    // What pairing needs has room beyond the share.
    const small = { expiresAt: clock.at + 300_000, publisher: 'another' }
    expect(await post(one, 'a', 'proposal', 2_000, small)).toBe('kept')
    expect(await fill('b')).toBe('share-full')
    // What somebody has makes room in the share it counts in.
    one.acknowledgeMessage('b m3', 'reader', 'm3')
    expect(await post(one, 'b', 'after', 9_000, { publisher: 'another' })).toBe('kept')
    expect(await fill('c')).toBe('share-full')
    expect(await fill('d')).toBe('full')
    expect(await post(two, 'e', 'large', 60_000)).toBe('kept')
    expect(await post(two, 'e', 'small', 2_000, small)).toBe('kept')
    await one.dropExpired()
    expect(one.counts().bytes).toBeLessThanOrEqual(limits.maxBytes)
    clock.at += 86_400_001
    await two.dropExpired()
    await one.dropExpired()
    expect([one.counts().bytes, two.counts().bytes]).toEqual([0, 0])
    const client = createClient({ url: redis.url })
    await client.connect()
    expect(await client.keys('*')).toEqual([])
    client.destroy()
    await Promise.all([one.close(), two.close()])
    await redis.stop()
  })
})
