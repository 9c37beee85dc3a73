import { type MockRelay, mockRelay, type RelayFaults } from '@latchkey/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { a, b, letter, pass, relayClients, requestsOf, watchEnd } from '../../test/relay-clients.ts'

const { open, closeAll } = relayClients()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  closeAll()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const receiptsOf = (server: MockRelay) =>
  server.log.filter((frame) => frame.direction === 'in' && frame.text.includes('"result":true'))

const usual: Partial<RelayFaults>[] = [
  {},
  { classic: true },
  { duplicate: true },
  { delayMs: 700 },
  { reorder: true },
  { numericIds: true },
  { dropAcks: true },
]

describe('openRelay: faults', () => {
  it.each(usual)('parameters: %o', async (faults) => {
    const server = mockRelay(faults)
    const page = open(server)
    const wallet = open(server, {}, 'Wallet')
    const run = async () => {
      await page.relay.propose({ pairingTopic: a, message: 'proposal', id: 7 })
      await wallet.relay.subscribe([a])
      await wallet.relay.approve({
        pairingTopic: a,
        sessionTopic: b,
        response: 'yes',
        settlement: 'settle',
        id: 7,
      })
      await page.relay.subscribe([b])
      await page.relay.publish({ ...letter, topic: b, message: 'request' })
    }
    const seen = watchEnd(run())
    await pass(10_000)
    expect(seen.end).toBe('done')
    const told = (side: typeof page) =>
      [...new Set(side.deliveries.map((one) => `${one.tag} ${one.message}`))].sort()
    expect(told(wallet)).toEqual(['1100 proposal', '1108 request'])
    expect(told(page)).toEqual(['1101 yes', '1102 settle'])
    const isClassic = faults.classic === true
    expect(requestsOf(server, 'wc_proposeSession')).toHaveLength(1)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(isClassic ? 4 : 1)
    expect(server.dials).toHaveLength(2)
  })

  it('behavior: the classic way is remembered', async () => {
    const server = mockRelay({ classic: true })
    const { relay } = open(server)
    await relay.propose({ pairingTopic: a, message: 'AAAA', id: 1 })
    await relay.propose({ pairingTopic: b, message: 'BBBB', id: 2 })
    expect(server.methods()).toEqual([
      'wc_proposeSession',
      'irn_batchSubscribe',
      'irn_publish',
      'irn_batchSubscribe',
      'irn_publish',
    ])
    expect(server.getTopics()).toEqual([a, b])
    expect(requestsOf(server, 'irn_publish')[0]!.params).toMatchObject({
      tag: 1100,
      ttl: 300,
      prompt: true,
    })
  })

  it('behavior: a composite that failed leaves no topic behind', async () => {
    const server = mockRelay({ error: { code: -32000, message: 'no' } })
    const { relay } = open(server)
    const seen = watchEnd(relay.propose({ pairingTopic: a, message: 'AAAA', id: 1 }))
    await pass(3_200)
    expect(seen.end).toBe('relay-refused')
    expect(server.countSockets()).toBe(0)
  })

  it('behavior: a composite cut off in the middle is sent again, its topic in the batch', async () => {
    const server = mockRelay({ dropAnswers: true })
    const { relay } = open(server)
    const seen = watchEnd(relay.propose({ pairingTopic: a, message: 'AAAA', id: 1 }))
    await pass()
    expect(server.methods()).toEqual(['wc_proposeSession'])
    server.faults.dropAnswers = false
    server.cut()
    await pass(100)
    expect(server.methods()).toEqual([
      'wc_proposeSession',
      'irn_batchSubscribe',
      'wc_proposeSession',
    ])
    expect(seen.end).toBe('done')
  })

  it('behavior: everything pushed is acknowledged with its very id, repeats and strange topics too', async () => {
    const server = mockRelay({ numericIds: true, duplicate: true })
    const { relay, deliveries } = open(server)
    await relay.subscribe([a])
    server.publish({ topic: a, message: 'one' })
    await pass()
    expect(receiptsOf(server).map((frame) => frame.text)).toEqual([
      '{"id":1700000000000000001,"jsonrpc":"2.0","result":true}',
      '{"id":1700000000000000001,"jsonrpc":"2.0","result":true}',
    ])
    expect(deliveries).toHaveLength(2)
    server.foreign(
      `{"id":"x\\"1","jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":"strange"}}}`,
    )
    await pass()
    expect(receiptsOf(server).at(-1)?.text).toBe('{"id":"x\\"1","jsonrpc":"2.0","result":true}')
    expect(deliveries).toHaveLength(2)
  })

  it('behavior: an acknowledgement leaves before the listener runs, and a listener that throws harms nothing', async () => {
    const server = mockRelay()
    const order: string[] = []
    const { relay } = open(server, {
      onMessage: () => {
        order.push('listener')
        throw new Error('of the listener')
      },
    })
    await relay.subscribe([a])
    server.onFrame(
      (direction, frame) =>
        void (direction === 'in' && order.push(frame.text.includes('result') ? 'receipt' : 'x')),
    )
    const sent = vi
      .spyOn(server.WebSocket.prototype, 'send')
      .mockImplementation(() => void order.push('sent'))
    server.publish({ topic: a, message: 'one' })
    server.publish({ topic: a, message: 'two' })
    await pass()
    expect(order).toEqual(['sent', 'listener', 'sent', 'listener'])
    sent.mockRestore()
  })

  it('behavior: truncated, foreign, binary and oversized frames are counted and nothing else', async () => {
    const server = mockRelay()
    const { relay, deliveries } = open(server)
    await relay.subscribe([a])
    const frames = [
      '',
      'null',
      '[]',
      '{}',
      '{"id":1}',
      '{"id":null,"result":true}',
      '{"id":{},"result":true}',
      '\u0000',
    ]
    for (const frame of frames) {
      server.foreign(frame)
    }
    server.foreign(new ArrayBuffer(8))
    server.oversize(a)
    await pass()
    expect(relay.getIgnoredFrames()).toBe(frames.length + 2)
    expect(deliveries).toEqual([])
    server.faults.truncate = true
    const seen = watchEnd(relay.publish(letter))
    await pass(5_000)
    expect(relay.getIgnoredFrames()).toBe(frames.length + 3)
    server.faults.truncate = false
    await pass(10_100)
    expect(seen.end).toBe('done')
    expect(server.dials).toHaveLength(1)
  })

  it('behavior: 3,000 hostile frames harm neither the socket nor what waits', async () => {
    const server = mockRelay()
    const { relay, deliveries } = open(server)
    await relay.subscribe([a])
    server.faults.dropAnswers = true
    const seen = watchEnd(relay.publish(letter))
    const hostile = fc.oneof(
      fc.anything(),
      fc.json(),
      fc
        .record({
          id: fc.jsonValue(),
          method: fc.constant('irn_subscription'),
          params: fc.jsonValue(),
        })
        .map((frame) => JSON.stringify(frame)),
      fc
        .record({ id: fc.jsonValue(), result: fc.jsonValue() })
        .map((frame) => JSON.stringify(frame)),
      fc
        .record({ id: fc.jsonValue(), error: fc.jsonValue() })
        .map((frame) => JSON.stringify(frame)),
    )
    for (const data of fc.sample(hostile, 3_000)) {
      server.foreign(data)
    }
    await pass()
    expect(relay.getIgnoredFrames()).toBeGreaterThan(500)
    expect(deliveries).toEqual([])
    server.faults.dropAnswers = false
    server.publish({ topic: a, message: 'alive' })
    await pass(15_000)
    expect(deliveries.map((one) => one.message)).toEqual(['alive'])
    expect(seen.end).toBe('done')
    expect(server.dials).toHaveLength(1)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'behavior: killed at frame %i, a handshake still ends',
    async (fatal) => {
      const server = mockRelay()
      const page = open(server)
      const wallet = open(server, {}, 'Wallet')
      let count = 0
      server.onFrame(() => {
        count += 1
        if (count === fatal) server.cut()
        return undefined
      })
      const run = async () => {
        await wallet.relay.subscribe([a])
        await page.relay.propose({ pairingTopic: a, message: 'proposal', id: 7 })
        await wallet.relay.approve({
          pairingTopic: a,
          sessionTopic: b,
          response: 'yes',
          settlement: 'settle',
          id: 7,
        })
        await page.relay.subscribe([b])
      }
      const seen = watchEnd(run())
      await pass(2_000)
      expect(count).toBeGreaterThanOrEqual(fatal)
      expect(server.dials.length).toBeGreaterThan(2)
      expect(seen.end).toBe('done')
      expect(wallet.deliveries.map((one) => one.message)).toContain('proposal')
      expect(page.deliveries.map((one) => one.message)).toEqual(
        expect.arrayContaining(['yes', 'settle']),
      )
    },
  )

  it('behavior: a page that slept for an hour has not waited for it', async () => {
    const server = mockRelay({ silent: true })
    const seen = watchEnd(open(server).relay.publish(letter))
    await pass(100)
    vi.setSystemTime(Date.now() + 3_600_000)
    server.faults.silent = false
    await pass(15_200)
    expect(seen.end).toBe('done')
  })
})
