import { mockRelay } from '@latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { a, letter, pass, relayClients, requestsOf, watchEnd } from '../../test/relay-clients.ts'

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

const busy = { code: -32000, message: 'busy' }

describe('openCalls', () => {
  it('default', async () => {
    const server = mockRelay({ silent: true })
    watchEnd(open(server).relay.publish(letter))
    await pass(15_200)
    expect(server.dials).toHaveLength(2)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(2)
  })

  it('behavior: the retry of an error waits its two seconds, whatever strikes meanwhile', async () => {
    const server = mockRelay({ error: busy, delayMs: 14_000 })
    const seen = watchEnd(open(server).relay.publish(letter))
    await pass(15_500)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(1)
    Object.assign(server.faults, { error: undefined, delayMs: 0 })
    await pass(600)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(2)
    expect(seen.end).toBe('done')
  })

  it('behavior: a socket opened just before a strike is given time to answer', async () => {
    const server = mockRelay({ silent: true })
    const seen = watchEnd(open(server).relay.publish(letter))
    await pass(14_800)
    Object.assign(server.faults, { silent: false, delayMs: 1_000 })
    server.cut()
    await pass(1_200)
    expect(seen.end).toBe('done')
    expect(server.dials).toHaveLength(2)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(2)
  })

  it('behavior: and whatever socket is new', async () => {
    const server = mockRelay({ error: busy })
    const seen = watchEnd(open(server).relay.publish(letter))
    await pass()
    server.faults.error = undefined
    server.cut()
    await pass(1_000)
    expect(server.countSockets()).toBe(1)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(1)
    await pass(1_100)
    expect(seen.end).toBe('done')
  })

  it('behavior: nothing is sent for one who gave up', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    await relay.subscribe([a])
    server.faults.error = busy
    const going = new AbortController()
    const seen = watchEnd(relay.publish(letter, going.signal))
    await pass()
    going.abort()
    await pass(5_000)
    expect(seen.end).toBe('aborted')
    expect(server.countSockets()).toBe(1)
    expect(requestsOf(server, 'irn_publish')).toHaveLength(1)
  })

  it('behavior: an unknown method is a refusal where there is no other way', async () => {
    const server = mockRelay({ error: { code: -32601, message: 'no such method' } })
    const seen = watchEnd(open(server).relay.publish(letter))
    await pass(2_100)
    expect(seen.end).toBe('relay-refused')
  })

  it('behavior: two requests never share an id', async () => {
    const draws = [7, 7, 8]
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      ;(array as unknown as Uint32Array)[0] = draws.shift() ?? 9
      return array
    })
    const server = mockRelay()
    const { relay } = open(server)
    await Promise.all([relay.publish(letter), relay.publish({ ...letter, message: 'BBBB' })])
    expect(new Set(requestsOf(server, 'irn_publish').map((one) => one.id)).size).toBe(2)
    expect(draws).toEqual([])
    await relay.subscribe([a])
  })
})
