import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeRelay, makeTestIdentity, settled, type TestRelay } from '../../test/make-relay.ts'
import { knownProjects } from './known-projects.ts'
import { storeLimits } from './open-store.ts'
import { diskStore } from './store/disk-store.ts'
import { memoryStore } from './store/memory-store.ts'
import type { StoreListener } from './store/relay-store.ts'

const topic = 'ab'.repeat(32)
const limits = {
  connectionsPerAddress: 4,
  connectionsPerClient: 2,
  subscriptionsPerAddress: 7,
  subscriptionsPerClient: 3,
  publish: {
    perAddress: 2,
    capacity: 5,
    refillPerSecond: 1,
    bytesCapacity: 1_000,
    bytesPerSecond: 100,
  },
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
    await expect(two.call('irn_batchSubscribe', { topics: ['c', 'd'] })).rejects.toMatchObject({
      code: -32005,
    })
    await two.call('irn_subscribe', { topic: 'c' })
    one.leave()
    await two.call('irn_batchSubscribe', { topics: ['d', 'e'] })
  })

  test('behavior: messages and bytes a client publishes', async () => {
    const clock = { at: Date.now() }
    const { join } = await makeRelay({ limits, now: () => clock.at })
    const [client, neighbour] = [join(), join()]
    for (const message of 'abcde') {
      await client.publish(topic, message)
    }
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
    for (let at = 0; at < 256; at++) {
      await dapp.publish(topic, `m${at}`)
    }
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

  test('behavior: a share that is used up is refused, and says so, until there is room in it', async () => {
    const clock = { at: Date.now() }
    const { join, relay } = await makeRelay({ maxBytes: 100_000, now: () => clock.at })
    const dapp = join()
    await dapp.publish('a', 'x'.repeat(9_000), { ttl: 600 })
    await expect(dapp.publish('b', 'y'.repeat(9_000), { ttl: 600 })).rejects.toMatchObject({
      code: -32000,
    })
    expect(await relay.renderMetrics()).toContain('latchkey_relay_refused_total{reason="full"} 1\n')
    clock.at += 601_000
    await relay.sweep()
    await dapp.publish('b', 'y'.repeat(9_000), { ttl: 600 })
  })

  test('behavior: what an address publishes and subscribes to is counted over all names it makes for itself', async () => {
    const { join } = await makeRelay({ limits })
    for (const _ of [1, 2]) {
      const client = join()
      for (const message of 'abcde') {
        await client.publish(topic, message + client.did)
      }
      await client.call('irn_batchSubscribe', { topics: ['a', 'b', 'c'] })
    }
    const third = join(makeTestIdentity(), '::ffff:here')
    await third.publish(topic, 'of another address')
    const fourth = join()
    await expect(fourth.publish(topic, 'k')).rejects.toMatchObject({ code: -32005 })
    await fourth.call('irn_subscribe', { topic: 'a' })
    await expect(fourth.call('irn_subscribe', { topic: 'b' })).rejects.toMatchObject({
      code: -32005,
    })
  })

  test('behavior: an IPv6 network of 64 bits is one address', async () => {
    const { relay } = await makeRelay({ limits })
    const admit = (from: string): number => relay.admit(makeTestIdentity().token(), from).status
    expect([1, 2, 3, 4].map((at) => admit(`2001:db8:0:1::${at}`))).toEqual([101, 101, 101, 101])
    expect(admit('2001:db8:0:1:ffff::5')).toBe(429)
    expect(admit('2001:db8:0:2::1')).toBe(101)
  })

  test('behavior: what nobody else listens for waits seven days at most', async () => {
    const clock = { at: Date.now() }
    const { join } = await makeRelay({ now: () => clock.at })
    const [dapp, wallet, late] = [join(), join(), join()]
    await wallet.call('irn_subscribe', { topic: 'heard' })
    await dapp.call('irn_subscribe', { topic: 'unheard' })
    for (const one of ['heard', 'unheard']) {
      await dapp.publish(one, 'm', { ttl: 30 * 86_400 })
    }
    clock.at += 7 * 86_400_000 + 1
    const fetched = await late.call('irn_batchFetchMessages', { topics: ['heard', 'unheard'] })
    expect(fetched).toMatchObject({ messages: [{ topic: 'heard' }] })
  })

  test.each(['memory', 'disk'] as const)(
    'behavior: one address under many names fills a quarter of a relay on %s, attestations counted, and neighbours are served',
    async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-stranger-'))
      const maxBytes = 1_048_576
      const { relay, ...made } = await makeRelay({
        maxBytes,
        ...(kind === 'memory'
          ? {}
          : {
              openStore: (one: StoreListener) =>
                diskStore(folder, storeLimits({ maxBytes }), one, { info() {}, error() {} }),
            }),
      })
      const refusals = new Set<number>()
      const counts = { large: 0 }
      const attestation = 'A'.repeat(16_384)
      for (let name = 0; name < 8; name++) {
        const stranger = made.join(makeTestIdentity(), '203.0.113.66')
        const post = (topic: string, more: object): Promise<unknown> =>
          stranger.publish(`${name} ${topic}`, 'x', { ttl: 2_592_000, ...more })
        for (let at = 0; at < 10; at++) {
          await post(`${at}`, { attestation }).then(
            () => counts.large++,
            ({ code }) => refusals.add(code),
          )
        }
        // What is left goes to the smallest there are.
        if (name === 7)
          for (let at = 0; at < 20; at++) {
            await post(`small ${at}`, {}).catch(({ code }) => refusals.add(code))
          }
      }
      expect(counts.large).toBeLessThanOrEqual(maxBytes / 4 / attestation.length)
      expect([...refusals]).toEqual([-32000])
      const bytes = Number(/relay_bytes\S* (\d+)/.exec(await relay.renderMetrics())?.[1])
      expect(bytes).toBeGreaterThan(maxBytes / 4 - 2_000)
      expect(bytes).toBeLessThanOrEqual(maxBytes / 4)
      const onDisk = readdirSync(folder).reduce(
        (sum, name) => sum + statSync(join(folder, name)).size,
        0,
      )
      expect(onDisk).toBeLessThan(2 * maxBytes)
      // A visitor behind the same address, with what a pairing needs; and one elsewhere with a
      // large message.
      const proposal = { pairingTopic: topic, sessionProposal: 'AA==', ttl: 300 }
      expect(
        await made.join(makeTestIdentity(), '203.0.113.66').call('wc_proposeSession', proposal),
      ).toBe(true)
      expect(await made.join().publish('large', 'y'.repeat(100_000))).toBe(true)
      await relay.close()
      rmSync(folder, { recursive: true, force: true })
    },
  )

  test('behavior: a relay that many addresses filled makes room at the cost of the largest, what nobody asked for first', async () => {
    const { relay, ...made } = await makeRelay({ maxBytes: 1_048_576 })
    const far = { ttl: 86_400 }
    const reader = made.join(makeTestIdentity(), 'reader')
    const [first, ...others] = [...'abcdefghi'].map((from) => made.join(makeTestIdentity(), from))
    await first?.publish('asked for', 'z'.repeat(10_000), far)
    await reader.call('irn_subscribe', { topic: 'asked for' })
    for (const one of [first, ...others]) {
      for (let at = 0; at < 200; at++) {
        await one?.publish(`${one.did} ${at}`, 'x'.repeat(4_000), far).catch(() => {})
      }
    }
    const full = Number(/relay_bytes\S* (\d+)/.exec(await relay.renderMetrics())?.[1])
    expect(full).toBeGreaterThan((1_048_576 * 7) / 8 - 10_000)
    // What is left is for pairing.
    expect(full).toBeLessThanOrEqual((1_048_576 * 7) / 8)
    const visitor = made.join(makeTestIdentity(), 'visitor')
    expect(await visitor.publish('large', 'y'.repeat(50_000), far)).toBe(true)
    expect(
      await visitor.call('wc_proposeSession', { pairingTopic: topic, sessionProposal: 'AA==' }),
    ).toBe(true)
    for (const [name, count] of [
      ['large', 1],
      [topic, 1],
      ['asked for', 1],
    ] as const) {
      expect(await made.join().call('irn_fetchMessages', { topic: name })).toMatchObject({
        messages: { length: count },
      })
    }
    // Whoever holds as much as the largest drives nobody out.
    const codes = new Set<number>()
    for (let at = 0; at < 60; at++) {
      await others[0]
        ?.publish(`more ${at}`, 'x'.repeat(4_000), far)
        .catch(({ code }) => codes.add(code))
    }
    expect([...codes]).toEqual([-32000])
  })
})

describe('relay projects', () => {
  const named = (...ids: string[]) => knownProjects(async () => new Set(ids))
  const far = { ttl: 86_400 }
  /** Visitors of a site, each from an address of its own, leave messages until one is refused. */
  const crowd = async ({ join }: TestRelay, site: string, projectId?: string): Promise<object> => {
    for (let at = 0; ; at += 1) {
      const visitor = join(makeTestIdentity(), `${site} ${at}`, projectId)
      const refused = await visitor.publish(`${site} ${at}`, 'x'.repeat(8_000), far).then(
        () => undefined,
        (error: object) => error,
      )
      if (refused) return refused
    }
  }

  test('behavior: one noisy site has half of the relay, is told so, and another is served', async () => {
    const projects = await named('noisy', 'quiet')
    const made = await makeRelay({ maxBytes: 1_048_576, projects })
    expect(await crowd(made, 'noisy', 'noisy')).toEqual({
      code: -32000,
      message: 'Too much waits already from this project',
    })
    expect(await made.relay.renderMetrics()).toContain(
      'latchkey_relay_refused_total{reason="project"} 1\n',
    )
    const visitor = made.join(makeTestIdentity(), 'visitor', 'quiet')
    expect(await visitor.publish('large', 'y'.repeat(100_000), far)).toBe(true)
    const pairing = made.join(makeTestIdentity(), 'another', 'noisy')
    const proposal = { pairingTopic: topic, sessionProposal: 'AA==' }
    expect(await pairing.call('wc_proposeSession', proposal)).toBe(true)
  })

  test('behavior: ids that nobody knows are one project, however many a stranger makes up', async () => {
    const projects = await named('shop', 'game')
    const made = await makeRelay({ maxBytes: 1_048_576, projects })
    expect(await crowd(made, 'one', 'x'.repeat(10_000))).toMatchObject({ code: -32000 })
    expect(await crowd(made, 'two', '__proto__')).toMatchObject({ code: -32000 })
    expect(await crowd(made, 'three')).toMatchObject({ code: -32000 })
    expect(await crowd(made, 'four', '')).toMatchObject({ code: -32000 })
    const bytes = Number(/relay_bytes\S* (\d+)/.exec(await made.relay.renderMetrics())?.[1])
    expect(bytes).toBeLessThanOrEqual(1_048_576 / 2)
  })

  test('behavior: a project that was made while the relay runs counts from the next sweep', async () => {
    const stored = { ids: new Set(['shop']) }
    const projects = await knownProjects(async () => stored.ids)
    const made = await makeRelay({ maxBytes: 1_048_576, projects })
    const visitor = made.join(makeTestIdentity(), 'visitor', 'shop')
    expect(await visitor.publish('large', 'y'.repeat(100_000), far)).toBe(true)
    stored.ids = new Set(['shop', 'game'])
    await made.relay.sweep()
    await settled()
    expect(await crowd(made, 'shop', 'shop')).toMatchObject({
      message: expect.stringContaining('project'),
    })
    expect(await crowd(made, 'game', 'game')).toMatchObject({ message: 'The relay is full' })
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
    for (let at = 0; at < 100; at++) {
      await dapp.publish(topic, `m${at}`)
    }
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['first'])
    wallet.wire.bufferedBytes = 0
    wallet.connection.resumeSending()
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
      for (let at = 0; at < 200; at++) {
        await dapp.publish(one, `${one}${at}`)
      }
    }
    await settled()
    expect(wallet.pushes()).toHaveLength(256)
    for (const { id } of wallet.pushes()) {
      wallet.acknowledge(id)
    }
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
    wallet.connection.resumeSending()
    expect(wallet.wire.isPaused).toBe(false)
  })

  test('behavior: a store that cannot keep: refused in words, told to the operator without contents, and over when it is over', async () => {
    const disk = { isFull: true }
    const { relay, join, logged } = await makeRelay({
      openStore: async (listener) => {
        const store = memoryStore(storeLimits({ maxBytes: 1e6 }), listener)
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
    // One line for both: a full disk refuses thousands a second.
    expect(logged.filter((line) => line.includes('ENOSPC'))).toHaveLength(1)
    expect(logged.join()).not.toMatch(new RegExp(`lost|${topic}|did:key`))
    expect(await relay.renderMetrics()).toMatch(/refused.*store.* 2/)
    disk.isFull = false
    expect(await page.publish(topic, 'kept')).toBe(true)
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['kept'])
  })
})
