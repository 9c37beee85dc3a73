import { mockRelay } from '@latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { a, b, c, pass, relayClients, requestsOf, watchEnd } from '../../test/relay-clients.ts'
import { hashOf } from '../crypto/topic.ts'

const { open, closeAll } = relayClients()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  closeAll()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const batches = (server: Parameters<typeof requestsOf>[0]) =>
  requestsOf(server, 'irn_batchSubscribe').map((one) => one.params.topics)

describe('keepTopics', () => {
  it('default', async () => {
    const server = mockRelay({ delayMs: 100 })
    const { relay } = open(server)
    const seen = [watchEnd(relay.subscribe([a]))]
    await pass(10)
    seen.push(watchEnd(relay.subscribe([a])), watchEnd(relay.subscribe([a, b])))
    await pass(500)
    expect(seen.map((one) => one.end)).toEqual(['done', 'done', 'done'])
    expect(batches(server)).toEqual([[a], [b]])
  })

  it('behavior: a silent socket is replaced', async () => {
    const server = mockRelay({ silent: true })
    watchEnd(open(server).relay.subscribe([a]))
    await pass(15_200)
    expect(server.dials).toHaveLength(2)
  })

  it('behavior: what was unsubscribed meanwhile is not asked for again', async () => {
    const server = mockRelay({ dropAnswers: true })
    const { relay } = open(server)
    watchEnd(relay.subscribe([a, b]))
    await pass()
    relay.unsubscribe([a])
    server.publish({ topic: b, message: 'alive' })
    await pass(15_100)
    expect(batches(server)).toEqual([[a, b], [b]])
    expect(server.dials).toHaveLength(1)
  })

  it('behavior: a topic dropped before the answer is asked for again when it is wanted again', async () => {
    const server = mockRelay({ delayMs: 100 })
    const { relay } = open(server)
    const seen = [
      watchEnd(relay.subscribe([a])),
      watchEnd(relay.propose({ pairingTopic: b, message: 'A', id: 1 })),
    ]
    await pass(10)
    relay.unsubscribe([a, b])
    await pass(200)
    expect(seen.map((one) => one.end)).toEqual(['aborted', 'done'])
    seen.push(watchEnd(relay.subscribe([a, b])))
    await pass(200)
    expect(seen[2]?.end).toBe('done')
    expect(batches(server)).toEqual([[a], [a, b]])
  })

  it('behavior: what an earlier socket had counts for nothing', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    await relay.subscribe([a])
    server.faults.dropAnswers = true
    server.cut()
    const down = watchEnd(relay.subscribe([a]))
    await pass()
    expect(down.end).toBe('open')
    await pass(100)
    const asked = watchEnd(relay.subscribe([a]))
    await pass()
    expect(asked.end).toBe('open')
    server.faults.dropAnswers = false
    await pass(15_200)
    expect([down.end, asked.end]).toEqual(['done', 'done'])
  })

  it('behavior: a request of an earlier socket is over with it', async () => {
    const server = mockRelay({ dropAnswers: true })
    const { relay } = open(server)
    watchEnd(relay.subscribe([a]))
    await pass(10_000)
    server.faults.dropAnswers = false
    server.cut()
    await pass(30_000)
    expect(batches(server)).toHaveLength(2)
    expect(server.dials).toHaveLength(2)
  })

  it('behavior: one error is forgiven', async () => {
    const server = mockRelay({ error: { code: -32000, message: 'busy' } })
    const seen = watchEnd(open(server).relay.subscribe([a]))
    await pass(1_000)
    expect(seen.end).toBe('open')
    server.faults.error = undefined
    await pass(1_100)
    expect(seen.end).toBe('done')
  })

  it('behavior: a subscription that the relay did not name is left by the hash of topic and client', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    await relay.propose({ pairingTopic: c, message: 'A', id: 1 })
    relay.unsubscribe([c])
    const id = await hashOf(`${c}did:key:zPage`)
    await vi.waitFor(() =>
      expect(requestsOf(server, 'irn_unsubscribe').map((one) => one.params)).toEqual([
        { topic: c, id },
      ]),
    )
  })

  it('behavior: a topic wanted again at once is not left', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    await relay.propose({ pairingTopic: c, message: 'A', id: 1 })
    relay.unsubscribe([c])
    await relay.subscribe([c])
    await hashOf('first')
    await hashOf('second')
    await pass()
    expect(server.methods()).not.toContain('irn_unsubscribe')
    expect(server.getTopics()).toEqual([c])
  })

  it('behavior: a topic wanted before a composite failed stays wanted', async () => {
    const server = mockRelay()
    const { relay, deliveries } = open(server)
    await relay.subscribe([a])
    server.faults.error = { code: -32000, message: 'no' }
    const seen = watchEnd(relay.propose({ pairingTopic: a, message: 'A', id: 1 }))
    await pass(3_000)
    expect(seen.end).toBe('relay-refused')
    server.publish({ topic: a, message: 'heard' })
    await pass()
    expect(deliveries).toHaveLength(1)
  })
})
