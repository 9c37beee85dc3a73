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

describe('openRelay', () => {
  it('default', async () => {
    const server = mockRelay()
    const { relay, deliveries } = open(server)
    await pass(60_000)
    expect(server.dials).toEqual([])
    await relay.subscribe([a])
    server.publish({ topic: a, message: 'BBBB', tag: 1109 })
    await pass()
    expect(deliveries).toEqual([{ topic: a, message: 'BBBB', tag: 1109, publishedAt: Date.now() }])
    await relay.publish(letter)
    expect(server.getMailbox(a).map((one) => one.message)).toEqual(['BBBB', 'AAEC'])
    expect(server.countSockets()).toBe(1)
  })

  it('parameters: url, projectId', async () => {
    const server = mockRelay()
    await open(server, { url: 'wss://relay.test/path', projectId: 'a b&c' }).relay.subscribe([a])
    const dialled = new URL(server.dials[0]!)
    expect(dialled.origin + dialled.pathname).toBe('wss://relay.test/path/')
    expect([...dialled.searchParams.keys()]).toEqual(['auth', 'projectId', 'ua'])
    expect(dialled.searchParams.get('projectId')).toBe('a b&c')
    expect(dialled.searchParams.get('ua')).toMatch(/^wc-2\/latchkey-[\d.]+\//)
    expect(JSON.parse(atob(dialled.searchParams.get('auth')!.split('.')[1]!)).aud).toBe(
      'wss://relay.test/path',
    )
  })

  it('parameters: isOnline', async () => {
    const server = mockRelay()
    let isOnline = false
    const seen = watchEnd(open(server, { isOnline: () => isOnline }).relay.subscribe([a]))
    await pass(5_000)
    expect(server.dials).toEqual([])
    isOnline = true
    await pass(15_000)
    expect(seen.end).toBe('done')
  })

  it('parameters: WebSocket', async () => {
    vi.stubGlobal('WebSocket', undefined)
    const { relay } = open(mockRelay(), { WebSocket: undefined })
    expect(await relay.publish(letter).catch((error) => error)).toMatchObject({
      code: 'relay-unreachable',
    })
  })

  it('behavior: one socket for everything asked at once, and one batch', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    await Promise.all([relay.subscribe([a]), relay.subscribe([b, a]), relay.publish(letter)])
    expect(server.dials).toHaveLength(1)
    expect(requestsOf(server, 'irn_batchSubscribe').map((one) => one.params.topics)).toEqual([
      [a, b],
    ])
    await relay.subscribe([b])
    expect(server.methods()).toEqual(['irn_batchSubscribe', 'irn_publish'])
  })

  it('behavior: 1,200 topics go in batches of 500', async () => {
    const server = mockRelay()
    const topics = Array.from({ length: 1_200 }, (_, index) => index.toString(16).padStart(64, '0'))
    await open(server).relay.subscribe(topics)
    expect(
      requestsOf(server, 'irn_batchSubscribe').map((one) => one.params.topics?.length),
    ).toEqual([500, 500, 200])
  })

  it('behavior: closes a second after the last topic and stays while there is one', async () => {
    const server = mockRelay()
    const { relay } = open(server)
    await relay.subscribe([a, b])
    relay.unsubscribe([a])
    await pass(60_000)
    expect(server.countSockets()).toBe(1)
    relay.unsubscribe([b])
    await pass(900)
    expect(server.countSockets()).toBe(1)
    expect(requestsOf(server, 'irn_unsubscribe').map((one) => one.params)).toEqual([
      { topic: a, id: `${a}:did:key:zPage` },
      { topic: b, id: `${b}:did:key:zPage` },
    ])
    await pass(200)
    expect(server.countSockets()).toBe(0)
    await pass(60_000)
    expect(server.dials).toHaveLength(1)
    await relay.publish(letter)
    expect(server.dials).toHaveLength(2)
  })

  it('behavior: a lost socket is replaced, with one batch and a new token', async () => {
    const server = mockRelay()
    const { relay, deliveries } = open(server)
    await relay.subscribe([a])
    await relay.subscribe([b])
    relay.unsubscribe([b])
    await relay.propose({ pairingTopic: c, message: 'AAAA', id: 1 })
    server.cut()
    server.publish({ topic: a, message: 'late' })
    await pass(100)
    expect(requestsOf(server, 'irn_batchSubscribe').map((one) => one.params.topics)).toEqual([
      [a],
      [b],
      [a, c],
    ])
    expect(deliveries.map((one) => one.message)).toEqual(['late'])
    expect(new Set(server.dials).size).toBe(2)
    expect(server.methods().filter((method) => method === 'wc_proposeSession')).toHaveLength(1)
  })

  it('behavior: losses in a row are met ever later, a stable socket by 0.1 s again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const server = mockRelay()
    await open(server).relay.subscribe([a])
    const losses: number[] = []
    for (let index = 0; index < 6; index++) {
      server.cut()
      const before = server.dials.length
      const start = Date.now()
      while (server.dials.length === before) {
        await pass(100)
      }
      losses.push(Date.now() - start)
    }
    expect(losses).toEqual([100, 400, 1_600, 6_400, 15_000, 15_000])
    await pass(10_000)
    server.cut()
    await pass(100)
    expect(server.countSockets()).toBe(1)
    vi.restoreAllMocks()
  })

  it('behavior: refused connections (401) are tried again, without spinning', async () => {
    const server = mockRelay()
    server.refuse(6)
    const seen = watchEnd(open(server).relay.subscribe([a]))
    await pass(50)
    expect(server.dials).toHaveLength(1)
    await pass(55_000)
    expect(seen.end).toBe('done')
    expect(server.dials).toHaveLength(7)
  })

  it('behavior: a connection never answered is given up after 15 s', async () => {
    const server = mockRelay()
    server.stall(1)
    const seen = watchEnd(open(server).relay.publish(letter))
    await pass(15_000)
    expect(seen.end).toBe('open')
    await pass(100)
    expect(seen.end).toBe('done')
  })
})
