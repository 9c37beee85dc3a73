import { describe, expect, test } from 'vitest'
import { makeRelay, makeTestIdentity, settled } from '../test/make-relay.ts'
import { memoryStore } from './store/memory-store.ts'
import { topicLimits } from './store/relay-store.ts'

const topic = 'ab'.repeat(32)
const limits = {
  connectionsPerAddress: 4,
  connectionsPerClient: 2,
  subscriptionsPerClient: 3,
  publish: { capacity: 5, refillPerSecond: 1, bytesCapacity: 1_000, bytesPerSecond: 100 },
}

describe('relay limits', () => {
  test('behavior: sockets of one client and of one address', async () => {
    const { relay, join } = await makeRelay({ limits })
    const identity = makeTestIdentity()
    const [one] = [join(identity), join(identity)]
    expect(relay.admit(identity.token(), 'elsewhere').status).toBe(429)
    one?.leave()
    one?.leave()
    join(identity)
    expect(relay.admit(identity.token(), 'elsewhere').status).toBe(429)
    join(makeTestIdentity())
    join(makeTestIdentity())
    expect(relay.admit(makeTestIdentity().token(), 'here').status).toBe(429)
    expect(relay.admit(makeTestIdentity().token(), 'elsewhere').status).toBe(101)
  })

  test('behavior: subscriptions of one client, over all its sockets, given back with them', async () => {
    const { join } = await makeRelay({ limits })
    const identity = makeTestIdentity()
    const [one, two] = [join(identity), join(identity)]
    await one.call('irn_batchSubscribe', { topics: ['a', 'b'] })
    await expect(two.call('irn_batchSubscribe', { topics: ['c', 'd'] })).rejects.toMatchObject({ code: -32005 })
    await two.call('irn_subscribe', { topic: 'c' })
    one.leave()
    await two.call('irn_batchSubscribe', { topics: ['d', 'e'] })
  })

  test('behavior: messages and bytes a client publishes', async () => {
    const clock = { at: Date.now() }
    const { join } = await makeRelay({ limits, now: () => clock.at })
    const [client, neighbour] = [join(), join()]
    for (const message of 'abcde') await client.publish(topic, message)
    await expect(client.publish(topic, 'f')).rejects.toMatchObject({ code: -32005 })
    await neighbour.publish(topic, 'f')
    clock.at += 1_000
    await client.publish(topic, 'g')
    await neighbour.publish(topic, 'x'.repeat(600))
    await expect(neighbour.publish(topic, 'y'.repeat(600))).rejects.toMatchObject({ code: -32005 })
  })

  test('behavior: a full mailbox gives up what was acknowledged, and nothing else', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    for (let at = 0; at < 256; at++) await dapp.publish(topic, `m${at}`)
    await expect(dapp.publish(topic, 'over')).rejects.toMatchObject({ code: -32000 })
    await wallet.call('irn_subscribe', { topic })
    await settled()
    const first = wallet.pushes()[0]
    wallet.acknowledge(first?.id as number)
    await dapp.publish(topic, 'over')
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual([
      ...Array.from({ length: 256 }, (_, at) => `m${at}`),
      'over',
    ])
  })

  test('behavior: a full relay refuses, and says so, until there is room', async () => {
    const clock = { at: Date.now() }
    const { join, relay } = await makeRelay({ maxBytes: 10_000, now: () => clock.at })
    const dapp = join()
    await dapp.publish('a', 'x'.repeat(9_000), { ttl: 60 })
    await expect(dapp.publish('b', 'y'.repeat(1_000))).rejects.toMatchObject({ code: -32000 })
    expect(relay.renderMetrics()).toContain('latchkey_relay_refused_total{reason="full"} 1\n')
    clock.at += 61_000
    await dapp.publish('b', 'y'.repeat(1_000))
  })
})

describe('a slow reader', () => {
  const fill = async () => {
    const clock = { at: Date.now() }
    const made = await makeRelay({ now: () => clock.at })
    const [dapp, wallet] = [made.join(), made.join()]
    await wallet.call('irn_subscribe', { topic })
    return { ...made, clock, dapp, wallet }
  }

  test('behavior: is pushed no more, and everything in order once it reads', async () => {
    const { dapp, wallet } = await fill()
    await dapp.publish(topic, 'first')
    wallet.wire.bufferedBytes = 2_000_000
    for (let at = 0; at < 100; at++) await dapp.publish(topic, `m${at}`)
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['first'])
    wallet.wire.bufferedBytes = 0
    wallet.connection.drained()
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual([
      'first',
      ...Array.from({ length: 100 }, (_, at) => `m${at}`),
    ])
  })

  test('behavior: has at most 256 messages it did not answer', async () => {
    const { dapp, wallet } = await fill()
    for (const one of ['a', 'b']) {
      await wallet.call('irn_subscribe', { topic: one })
      for (let at = 0; at < 200; at++) await dapp.publish(one, `${one}${at}`)
    }
    await settled()
    expect(wallet.pushes()).toHaveLength(256)
    for (const { id } of wallet.pushes()) wallet.acknowledge(id)
    await settled()
    expect(new Set(wallet.pushes().map(({ message }) => message)).size).toBe(400)
  })

  test('behavior: is closed with 1013 after a minute in which it took nothing, not when it is merely slow', async () => {
    const { relay, clock, wallet, dapp } = await fill()
    const pass = (seconds: number): void => {
      for (let second = 0; second < seconds; second++) {
        clock.at += 1_000
        relay.tick()
      }
    }
    wallet.wire.bufferedBytes = 3_000_000
    await dapp.publish(topic, 'waiting')
    pass(50)
    wallet.wire.bufferedBytes -= 1
    pass(58)
    expect(wallet.wire.closed).toEqual([])
    pass(4)
    expect(wallet.wire.closed[0]).toBe(1013)
    expect(dapp.wire.closed).toEqual([])
  })

  test('behavior: that does not read its answers is not read from', async () => {
    const { wallet } = await fill()
    wallet.wire.bufferedBytes = 5_000_000
    await wallet.call('irn_subscribe', { topic: 'b' })
    expect(wallet.wire.isPaused).toBe(true)
    wallet.wire.bufferedBytes = 0
    wallet.connection.drained()
    expect(wallet.wire.isPaused).toBe(false)
  })

  test('behavior: a store that cannot keep: refused in words, told to the operator without contents, and over when it is over', async () => {
    const disk = { isFull: true }
    const { relay, join, logged } = await makeRelay({
      openStore: async (listener) => {
        const store = memoryStore({ ...topicLimits, maxBytes: 1e6 }, listener)
        const append: typeof store.append = async (message) => {
          if (disk.isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
          return store.append(message)
        }
        return { ...store, append }
      },
    })
    const [page, wallet] = [join(), join()]
    await wallet.call('irn_subscribe', { topic })
    const refusal = { code: -32000, message: 'The relay cannot keep messages now' }
    await expect(page.publish(topic, 'lost')).rejects.toEqual(refusal)
    const proposal = { pairingTopic: topic, sessionProposal: 'lost' }
    await expect(page.call('wc_proposeSession', proposal)).rejects.toEqual(refusal)
    expect(wallet.pushes()).toEqual([])
    expect(logged.filter((line) => line.includes('ENOSPC'))).toHaveLength(2)
    expect(logged.join()).not.toMatch(new RegExp(`lost|${topic}|did:key`))
    expect(relay.renderMetrics()).toMatch(/refused.*store.* 2/)
    disk.isFull = false
    expect(await page.publish(topic, 'kept')).toBe(true)
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['kept'])
  })
})
