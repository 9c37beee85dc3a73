import { mockRelay } from '@latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  a,
  b,
  c,
  letter,
  pass,
  relayClients,
  requestsOf,
  watchEnd,
} from '../../test/relay-clients.ts'

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

describe('openRelay: patience', () => {
  it('behavior: a publication without an answer is sent again with its id, after 60 s it has failed', async () => {
    const server = mockRelay({ silent: true })
    const { relay } = open(server)
    const seen = watchEnd(relay.publish(letter))
    await pass(14_900)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(1)
    await pass(300)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(2)
    await pass(44_000)
    expect(seen.end).toBe('open')
    await pass(1_000)
    expect(seen.end).toBe('relay-unreachable')
    const ids = requestsOf(server, 'irn_publish').map((one) => one.id)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^\d{19}$/)
    await pass(2_000)
    expect(server.countSockets()).toBe(0)
  })

  it('behavior: a socket that says nothing for 15 s is replaced, one that talks is not', async () => {
    const server = mockRelay({ dropAnswers: true })
    const { relay } = open(server)
    watchEnd(relay.subscribe([b]))
    const seen = watchEnd(relay.publish(letter))
    await pass(15_200)
    expect(server.dials).toHaveLength(2)
    server.publish({ topic: b, message: 'alive' })
    await pass(14_000)
    server.faults.dropAnswers = false
    await pass(1_000)
    expect(seen.end).toBe('done')
    expect(server.dials).toHaveLength(2)
  })

  it('behavior: a publication whose answer was lost with the socket is sent again with its id and stands once', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    const stop = server.onFrame((direction) => {
      if (direction !== 'out') return undefined
      stop()
      server.cut()
      return undefined
    })
    await Promise.all([relay.publish(letter), pass(200)])
    expect(new Set(requestsOf(server, 'irn_publish').map((one) => one.id)).size).toBe(1)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(2)
    expect(server.getMailbox(a)).toHaveLength(1)
  })

  it('behavior: an error is met by one retry, then it is a refusal', async () => {
    const server = mockRelay({
      error: { code: -32005, message: 'x'.repeat(1_000) },
      duplicate: true,
    })
    const { relay } = open(server)
    const refused = relay.publish(letter).catch((error) => error)
    await pass(1_900)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(1)
    await pass(200)
    const error = await refused
    expect(error).toMatchObject({ code: 'relay-refused', context: { sourceCode: -32005 } })
    expect(error.context.reason).toHaveLength(200)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(2)
    const second = watchEnd(relay.publish(letter))
    await pass()
    server.faults.error = undefined
    await pass(2_100)
    expect(second.end).toBe('done')
  })

  it('behavior: a refused subscription is told and still tried again', async () => {
    const server = mockRelay({ error: { code: -32000, message: 'too many' } })
    const { relay, deliveries } = open(server)
    const seen = watchEnd(relay.subscribe([a]))
    await pass(3_000)
    expect(seen.end).toBe('relay-refused')
    server.faults.error = undefined
    server.publish({ topic: a, message: 'kept' })
    await pass(15_000)
    expect(deliveries.map((one) => one.message)).toEqual(['kept'])
    expect(server.dials).toHaveLength(1)
  })

  it('behavior: too large a publication never leaves', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    const large = { ...letter, message: 'A'.repeat(1_048_576) }
    expect(await relay.publish(large).catch((error) => error)).toMatchObject({
      code: 'relay-refused',
    })
    await relay.publish({ ...letter, message: 'A'.repeat(1_048_000) })
    expect(requestsOf(server, 'irn_publish')).toHaveLength(1)
    expect(server.countSockets()).toBe(1)
  })

  it('behavior: a subscription that nobody answers fails after 60 s and is kept', async () => {
    const server = mockRelay({ silent: true })
    const { relay, deliveries } = open(server)
    const seen = watchEnd(relay.subscribe([a]))
    await pass(59_900)
    expect(seen.end).toBe('open')
    await pass(200)
    expect(seen.end).toBe('relay-unreachable')
    server.faults.silent = false
    server.publish({ topic: a, message: 'kept' })
    await pass(20_000)
    expect(deliveries).toHaveLength(1)
  })

  it('behavior: abort ends waiting, before and after it began', async () => {
    const server = mockRelay({ silent: true })
    const { relay } = open(server)
    const none = AbortSignal.abort()
    const verbs: ((signal: AbortSignal) => Promise<void>)[] = [
      (signal) => relay.subscribe([a], signal),
      (signal) => relay.publish(letter, signal),
      (signal) => relay.propose({ pairingTopic: b, message: 'AAAA', id: 1 }, signal),
      (signal) =>
        relay.approve(
          { pairingTopic: b, sessionTopic: c, response: 'A', settlement: 'B', id: 1 },
          signal,
        ),
    ]
    for (const verb of verbs) {
      expect(await verb(none).catch((error) => error)).toMatchObject({ code: 'aborted' })
      const going = new AbortController()
      const seen = watchEnd(verb(going.signal))
      await pass(100)
      expect(seen.end).toBe('open')
      going.abort()
      await pass()
      expect(seen.end).toBe('aborted')
    }
    relay.unsubscribe([a])
    await pass(1_100)
    expect(server.countSockets()).toBe(0)
  })

  it('behavior: unsubscribing ends the wait for that topic', async () => {
    const server = mockRelay({ silent: true })
    const { relay } = open(server)
    const seen = [watchEnd(relay.subscribe([a])), watchEnd(relay.subscribe([b]))]
    await pass()
    relay.unsubscribe([a])
    await pass()
    expect(seen.map((one) => one.end)).toEqual(['aborted', 'open'])
  })

  it('behavior: close ends everything', async () => {
    const server = mockRelay({ silent: true })
    const { relay, deliveries } = open(server)
    const seen = [watchEnd(relay.subscribe([a])), watchEnd(relay.publish(letter))]
    await pass()
    server.faults.silent = false
    relay.close()
    server.publish({ topic: a, message: 'too late' })
    await pass(120_000)
    expect(seen.map((one) => one.end)).toEqual(['aborted', 'aborted'])
    expect(server.dials).toHaveLength(1)
    expect(deliveries).toEqual([])
    expect(server.countSockets()).toBe(0)
    expect(await relay.publish(letter).catch((error) => error)).toMatchObject({ code: 'aborted' })
  })
})
