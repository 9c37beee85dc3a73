import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeRelay, makeTestIdentity, settled, subscriptionOf } from '../../test/make-relay.ts'
import { storeLimits } from './open-store.ts'
import { memoryStore } from './store/memory-store.ts'
import type { RelayMessage, StoreListener } from './store/relay-store.ts'

const topic = 'ab'.repeat(32)
const other = 'cd'.repeat(32)

describe('relay', () => {
  test('default: what one publishes, the other is pushed', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    expect(await wallet.call('irn_subscribe', { topic })).toBe(subscriptionOf(topic, wallet.did))
    expect(
      await dapp.publish(topic, 'bWVzc2FnZQ==', {
        tvf: { correlationId: 1 },
        attestation: 'a.b.c',
      }),
    ).toBe(true)
    const [push, ...more] = wallet.pushes()
    expect(more).toEqual([])
    expect(push).toEqual({
      id: expect.any(Number),
      subscription: subscriptionOf(topic, wallet.did),
      topic,
      message: 'bWVzc2FnZQ==',
      tag: 1100,
      publishedAt: expect.any(Number),
      attestation: 'a.b.c',
    })
    expect(Number.isSafeInteger(push?.id)).toBe(true)
  })

  test('parameters: id, echoed as it was written', async () => {
    const { join } = await makeRelay()
    const client = join()
    for (const id of [
      '"1780000000000000001"',
      '1780000000000000001',
      '1e3',
      '-7',
      '"\\u0031"',
      '"a\\"b"',
      '0.50',
    ]) {
      const answer = await client.callRaw(
        `{"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}, "id" : ${id} }`,
      )
      expect(answer).toContain(`{"id":${id},"jsonrpc":"2.0","result":"`)
    }
  })

  test('behavior: subscribing again changes nothing, batches keep their order', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    const ids = [topic, other, topic].map((one) => subscriptionOf(one, wallet.did))
    await wallet.call('irn_subscribe', { topic })
    expect(await wallet.call('irn_batchSubscribe', { topics: [topic, other, topic] })).toEqual(ids)
    await dapp.call('irn_batchPublish', {
      messages: [
        { topic, message: 'a', ttl: 60, tag: 1 },
        { topic: other, message: 'b', ttl: 60, tag: 2 },
      ],
    })
    expect(wallet.pushes().map(({ message, tag }) => [message, tag])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  test('behavior: the answer to a subscription comes before what waits in the mailbox', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    await dapp.publish(topic, 'waiting')
    await wallet.call('irn_batchSubscribe', { topics: [topic] })
    await settled()
    expect(wallet.wire.sent.map((text) => JSON.parse(text).method ?? 'answer')).toEqual([
      'answer',
      'irn_subscription',
    ])
  })

  test('behavior: nothing is sent back to its publisher, on no socket of it', async () => {
    const { join } = await makeRelay()
    const identity = makeTestIdentity()
    const [one, two] = [join(identity), join(identity)]
    await one.call('irn_subscribe', { topic })
    await two.call('irn_subscribe', { topic })
    await one.publish(topic, 'own')
    await one.call('irn_subscribe', { topic })
    await settled()
    expect([...one.pushes(), ...two.pushes()]).toEqual([])
  })

  test('behavior: what a client acknowledged it never gets again; what it did not, it does', async () => {
    const { join } = await makeRelay()
    const [dapp, identity] = [join(), makeTestIdentity()]
    await dapp.publish(topic, 'first')
    await dapp.publish(topic, 'second')
    const before = join(identity)
    await before.call('irn_subscribe', { topic })
    await settled()
    const [first] = before.pushes()
    before.acknowledge(first?.id as number)
    before.leave()
    const after = join(identity)
    await after.call('irn_subscribe', { topic })
    const stranger = join()
    await stranger.call('irn_subscribe', { topic })
    await settled()
    expect(after.pushes().map(({ message }) => message)).toEqual(['second'])
    expect(stranger.pushes().map(({ message }) => message)).toEqual(['first', 'second'])
  })

  test('behavior: the same message twice is delivered once and answered twice', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    await wallet.call('irn_subscribe', { topic })
    expect([await dapp.publish(topic, 'same'), await dapp.publish(topic, 'same')]).toEqual([
      true,
      true,
    ])
    expect(wallet.pushes()).toHaveLength(1)
  })

  test('behavior: a report that comes after its message was read and acknowledged pushes nothing', async () => {
    const late: RelayMessage[] = []
    const reporter: { listener?: StoreListener } = {}
    const { join } = await makeRelay({
      openStore: async (listener) => {
        reporter.listener = listener
        const onAppended = (message: RelayMessage): void => void late.push(message)
        return memoryStore(storeLimits({ maxBytes: 1_048_576 }), { ...listener, onAppended })
      },
    })
    const report = (): void => {
      for (const message of late.splice(0)) {
        reporter.listener?.onAppended(message)
      }
    }
    const [dapp, wallet] = [join(), join()]
    await dapp.publish(topic, 'a')
    await wallet.call('irn_subscribe', { topic })
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['a'])
    wallet.acknowledge(wallet.pushes()[0]?.id ?? 0)
    await dapp.publish(topic, 'b')
    report()
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['a', 'b'])
  })

  test('behavior: what is acknowledged while its mailbox is read is not pushed again', async () => {
    const gate: { open?: () => void } = {}
    const { join } = await makeRelay({
      openStore: async (listener) => {
        const store = memoryStore(storeLimits({ maxBytes: 1_048_576 }), listener)
        return {
          ...store,
          async readWaiting(wanted) {
            const read = await store.readWaiting({ ...wanted, skip: () => false })
            if (gate.open)
              await new Promise<void>((resolve) => Object.assign(gate, { open: resolve }))
            return read
          },
        }
      },
    })
    const [dapp, wallet] = [join(), join()]
    await wallet.call('irn_subscribe', { topic })
    await dapp.publish(topic, 'a')
    gate.open = () => {}
    await wallet.call('irn_subscribe', { topic })
    await settled()
    wallet.acknowledge(wallet.pushes()[0]?.id ?? 0)
    gate.open()
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['a'])
  })

  test('behavior: kept until its time is over, to the second', async () => {
    const clock = { at: Date.now() }
    const { join, relay } = await makeRelay({ now: () => clock.at })
    const dapp = join()
    await dapp.publish(topic, 'short', { ttl: 30 })
    await dapp.publish(topic, 'long', { ttl: 300 })
    clock.at += 30_000
    const wallet = join()
    await wallet.call('irn_subscribe', { topic })
    await settled()
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['long'])
    // Not a duplicate of what has expired.
    await dapp.publish(topic, 'short', { ttl: 30 })
    expect(wallet.pushes().map(({ message }) => message)).toEqual(['long', 'short'])
    clock.at += 300_000
    await relay.sweep()
    expect(await relay.renderMetrics()).toContain('latchkey_relay_messages 0\n')
  })

  test('behavior: unsubscribed by topic, whatever id is named', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    await wallet.call('irn_batchSubscribe', { topics: [topic, other] })
    expect(await wallet.call('irn_unsubscribe', { topic, id: 'unknown' })).toBe(true)
    expect(
      await wallet.call('irn_batchUnsubscribe', { subscriptions: [{ topic: other, id: 'x' }] }),
    ).toBe(true)
    await dapp.publish(topic, 'a')
    await dapp.publish(other, 'b')
    expect(wallet.pushes()).toEqual([])
  })

  test('behavior: fetched without a subscription, given once a socket, acknowledged by receipt', async () => {
    const { join } = await makeRelay()
    const [dapp, identity] = [join(), makeTestIdentity()]
    await dapp.publish(topic, 'a')
    await dapp.publish(other, 'b')
    const wallet = join(identity)
    const item = { publishedAt: expect.any(Number), tag: 1100, attestation: null }
    expect(await wallet.call('irn_fetchMessages', { topic })).toEqual({
      messages: [{ topic, message: 'a', ...item }],
      hasMore: false,
    })
    expect(await wallet.call('irn_batchFetchMessages', { topics: [topic, other] })).toEqual({
      messages: [{ topic: other, message: 'b', ...item }],
      hasMore: false,
    })
    await wallet.call('irn_batchReceive', {
      receipts: [{ topic, message_id: hash('sha256', 'a') }],
    })
    wallet.leave()
    const again = await join(identity).call('irn_batchFetchMessages', { topics: [topic, other] })
    expect(again).toMatchObject({ messages: [{ message: 'b' }] })
  })

  test('behavior: a large mailbox is fetched in parts', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    for (const letter of 'abc') {
      await dapp.publish(topic, letter.repeat(300_000))
    }
    expect(await wallet.call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{}],
      hasMore: true,
    })
    expect(await wallet.call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{}],
      hasMore: true,
    })
    expect(await wallet.call('irn_fetchMessages', { topic })).toMatchObject({
      messages: [{}],
      hasMore: false,
    })
  })

  test('behavior: wc_proposeSession subscribes the caller and publishes 1100', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    await wallet.call('irn_subscribe', { topic })
    expect(
      await dapp.call('wc_proposeSession', {
        pairingTopic: topic,
        sessionProposal: 'cHJvcG9zYWw=',
        ttl: 300,
        correlationId: 1,
      }),
    ).toBe(true)
    expect(wallet.pushes()).toMatchObject([{ topic, message: 'cHJvcG9zYWw=', tag: 1100 }])
    await wallet.publish(topic, 'answer')
    expect(dapp.pushes()).toMatchObject([{ message: 'answer' }])
  })

  test('behavior: wc_approveSession publishes 1101 and 1102 and subscribes the session', async () => {
    const { join } = await makeRelay()
    const [dapp, wallet] = [join(), join()]
    await dapp.call('irn_batchSubscribe', { topics: [topic, other] })
    const approval = {
      sessionTopic: other,
      pairingTopic: topic,
      sessionProposalResponse: 'r',
      sessionSettlementRequest: 's',
      ttl: 300,
    }
    expect(await wallet.call('wc_approveSession', approval)).toBe(true)
    expect(dapp.pushes()).toMatchObject([
      { topic, message: 'r', tag: 1101 },
      { topic: other, message: 's', tag: 1102 },
    ])
    await dapp.publish(other, 'true')
    expect(wallet.pushes()).toMatchObject([{ message: 'true' }])
  })

  test.each([
    ['irn_unknown', {}, -32601],
    ['toString', {}, -32601],
    ['irn_publish', { topic, message: 'a', ttl: 0 }, -32602],
    ['irn_publish', { topic, message: 'a' }, -32602],
    ['irn_publish', { topic, message: 7, ttl: 60 }, -32602],
    ['irn_publish', [topic], -32602],
    ['irn_subscribe', { topic: '' }, -32602],
    ['irn_subscribe', { topic: 'x'.repeat(129) }, -32602],
    ['irn_batchSubscribe', { topics: Array(501).fill(topic) }, -32602],
    ['wc_approveSession', { sessionTopic: topic }, -32602],
  ])('behavior: %s %j is refused with %i', async (method, params, code) => {
    const { join } = await makeRelay()
    await expect(join().call(method, params)).rejects.toMatchObject({ code })
  })

  test.each([
    ['{', 'null', -32700],
    ['[]', 'null', -32600],
    ['{"jsonrpc":"2.0","method":"irn_subscribe"}', 'null', -32600],
    ['{"id":12345678901234567890,"x":1}', '12345678901234567890', -32600],
  ])('behavior: the frame %s is refused', async (frame, id, code) => {
    const { join } = await makeRelay()
    expect(await join().callRaw(frame)).toMatch(
      new RegExp(`^{"id":${id},"jsonrpc":"2.0","error":{"code":${code},`),
    )
  })
})
