import { mockRelay } from '@latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { a, pass, relayClients, watchEnd } from '../../test/relay-clients.ts'

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

describe('openRelay: waking', () => {
  function stubPage() {
    const page = new EventTarget()
    const sheet = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('document', sheet)
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    const show = (state: 'hidden' | 'visible') => {
      sheet.visibilityState = state
      sheet.dispatchEvent(new Event('visibilitychange'))
    }
    return { page, sheet, show }
  }

  it.each([
    ['online', 2],
    ['pageshow', 1],
    ['pageshow persisted', 2],
    ['resume', 2],
  ])('parameters: %s, an open socket', async (type, dials) => {
    const { page, sheet } = stubPage()
    const server = mockRelay()
    await open(server).relay.subscribe([a])
    await pass(2_000)
    const event = Object.assign(new Event(type.split(' ')[0]!), {
      persisted: type.endsWith('persisted'),
    })
    ;(type === 'resume' ? sheet : page).dispatchEvent(event)
    await pass()
    expect(server.dials).toHaveLength(dials)
    expect(server.countSockets()).toBe(1)
    expect(server.getTopics()).toEqual([a])
  })

  it.each([
    [4_900, 1],
    [5_100, 2],
    [3_600_000, 2],
  ])('parameters: hidden for %i ms', async (ms, dials) => {
    const { show } = stubPage()
    const server = mockRelay()
    await open(server).relay.subscribe([a])
    show('hidden')
    vi.setSystemTime(Date.now() + ms)
    show('visible')
    await pass()
    expect(server.dials).toHaveLength(dials)
  })

  it('behavior: a burst of events opens one socket, at once, whatever the back-off; the next loss is met quickly', async () => {
    const { page, show } = stubPage()
    const server = mockRelay()
    server.refuse(1_000)
    const seen = watchEnd(open(server).relay.subscribe([a]))
    await pass(50_000)
    server.refuse(0)
    show('hidden')
    vi.setSystemTime(Date.now() + 60_000)
    const before = server.dials.length
    show('visible')
    await pass(20)
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await pass(20)
    page.dispatchEvent(new Event('online'))
    await pass()
    expect(server.dials).toHaveLength(before + 1)
    expect(server.countSockets()).toBe(1)
    expect(seen.end).toBe('done')
    server.cut()
    await pass(100)
    expect(server.countSockets()).toBe(1)
  })

  it('behavior: a need during the back-off does not cut it short', async () => {
    const server = mockRelay()
    server.refuse(1)
    const { relay } = open(server)
    watchEnd(relay.subscribe([a]))
    await pass(50)
    watchEnd(relay.subscribe([a]))
    await pass(40)
    expect(server.dials).toHaveLength(1)
    await pass(20)
    expect(server.dials).toHaveLength(2)
  })

  it('behavior: a token that comes after the end opens nothing', async () => {
    const server = mockRelay()
    let give = (_token: string) => {}
    const authorise = () =>
      new Promise<string>((resolve) => {
        give = resolve
      })
    const { relay } = open(server, { identity: { did: 'did:key:zPage', authorise } })
    watchEnd(relay.subscribe([a]))
    await pass()
    relay.close()
    give('late')
    await pass()
    expect(server.dials).toEqual([])
  })

  it('behavior: what a dropped socket still says is not heard', async () => {
    const { page } = stubPage()
    const server = mockRelay()
    const sockets: EventTarget[] = []
    const Recorded = class extends server.WebSocket {
      constructor(address: string | URL) {
        super(address)
        sockets.push(this)
      }
    }
    const { relay, deliveries } = open(server, { WebSocket: Recorded })
    await relay.subscribe([a])
    await pass(2_000)
    page.dispatchEvent(new Event('online'))
    await pass()
    const data = { topic: a, message: 'BBBB', tag: 1, publishedAt: 1 }
    const push = { id: '1', jsonrpc: '2.0', method: 'irn_subscription', params: { id: 's', data } }
    const event = () => new MessageEvent('message', { data: JSON.stringify(push) })
    sockets[0]?.dispatchEvent(event())
    expect(deliveries).toEqual([])
    sockets[1]?.dispatchEvent(event())
    expect(deliveries).toHaveLength(1)
  })

  it('behavior: every listener on the page is taken off at the end', async () => {
    const { page, sheet } = stubPage()
    const removed: string[] = []
    for (const target of [page, sheet]) {
      const stop = target.removeEventListener.bind(target)
      target.removeEventListener = (type: string, ...rest: [EventListener]) => {
        removed.push(type)
        stop(type, ...rest)
      }
    }
    vi.stubGlobal('removeEventListener', page.removeEventListener)
    open(mockRelay()).relay.close()
    expect(removed.sort()).toEqual(['online', 'pageshow', 'resume', 'visibilitychange'])
  })

  it('behavior: a relay that nothing needs does not wake, a closed one does not listen', async () => {
    const { page } = stubPage()
    const server = mockRelay()
    const { relay } = open(server)
    page.dispatchEvent(new Event('online'))
    await pass()
    expect(server.dials).toEqual([])
    await relay.subscribe([a])
    relay.close()
    page.dispatchEvent(new Event('online'))
    await pass()
    expect(server.dials).toHaveLength(1)
  })
})
