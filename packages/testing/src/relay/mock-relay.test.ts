import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mockRelay } from './mock-relay.ts'
import type { MockRelay, RelayFaults } from './relay-contract.ts'

const token = (did: string) => `e30.${btoa(JSON.stringify({ iss: did }))}.e30`
const pass = async (ms = 0) => void (await vi.advanceTimersByTimeAsync(ms))

interface Frame {
  readonly id?: unknown
  readonly method?: string
  readonly result?: unknown
  readonly error?: unknown
  readonly params?: {
    readonly data: { readonly topic: string; readonly message: string; readonly tag: number }
  }
}

/** A client without any wit. */
async function dial(relay: MockRelay, did: string) {
  const socket = new relay.WebSocket(`${relay.url}/?auth=${token(did)}`)
  const got: string[] = []
  const events: string[] = []
  socket.addEventListener('message', (event) => got.push(String(event.data)))
  for (const type of ['open', 'error', 'close']) {
    socket.addEventListener(type, () => events.push(type))
  }
  await pass()
  const frames = () => got.map((text) => JSON.parse(text) as Frame)
  return {
    socket,
    got,
    events,
    frames,
    messages: () => frames().flatMap((frame) => frame.params?.data.message ?? []),
    async ask(method: string, params: object, id = '1') {
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      await pass()
    },
    async acknowledge() {
      for (const { id, method } of frames()) {
        if (method) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
      }
      await pass()
    },
  }
}
const message = (text: string) => ({ topic: 't', message: text, tag: 1, ttl: 10 })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('mockRelay', () => {
  it('default', async () => {
    const relay = mockRelay()
    const [page, wallet] = [await dial(relay, 'page'), await dial(relay, 'wallet')]
    await page.ask('irn_subscribe', { topic: 't' })
    await wallet.ask('irn_batchSubscribe', { topics: ['t', 'u'] })
    await page.ask('irn_publish', message('hello'), '2')
    expect(page.frames().map((frame) => frame.result)).toEqual(['t:page', true])
    expect(wallet.frames()[0]?.result).toEqual(['t:wallet', 'u:wallet'])
    expect(wallet.frames()[1]).toMatchObject({
      params: { data: { topic: 't', message: 'hello', tag: 1 } },
    })
    expect(relay.methods('page')).toEqual(['irn_subscribe', 'irn_publish'])
    expect(relay.log.map((frame) => `${frame.direction} ${frame.did}`)).toEqual([
      'in page',
      'out page',
      'in wallet',
      'out wallet',
      'in page',
      'out page',
      'out wallet',
    ])
  })

  it('behavior: the mailbox keeps until the time-to-live is over, or it is acknowledged', async () => {
    const relay = mockRelay()
    const page = await dial(relay, 'page')
    await page.ask('irn_publish', message('kept'))
    await page.ask('irn_publish', message('kept'))
    const wallet = await dial(relay, 'wallet')
    await wallet.ask('irn_subscribe', { topic: 't' })
    expect(wallet.frames().map((frame) => frame.method)).toEqual([undefined, 'irn_subscription'])
    await wallet.ask('irn_subscribe', { topic: 't' })
    expect(wallet.messages()).toEqual(['kept', 'kept'])
    await wallet.acknowledge()
    await wallet.ask('irn_subscribe', { topic: 't' })
    expect(wallet.messages()).toHaveLength(2)
    const other = await dial(relay, 'other')
    await other.ask('irn_subscribe', { topic: 't' })
    expect(other.messages()).toEqual(['kept'])
    await pass(10_000)
    expect(relay.getMailbox('t')).toEqual([])
  })

  it('behavior: composites', async () => {
    const relay = mockRelay()
    const [page, wallet] = [await dial(relay, 'page'), await dial(relay, 'wallet')]
    await page.ask('wc_proposeSession', { pairingTopic: 'p', sessionProposal: 'A', ttl: 300 })
    await wallet.ask('irn_subscribe', { topic: 'p' })
    const approval = {
      pairingTopic: 'p',
      sessionTopic: 's',
      sessionProposalResponse: 'B',
      sessionSettlementRequest: 'C',
    }
    await wallet.ask('wc_approveSession', approval)
    await page.ask('irn_subscribe', { topic: 's' })
    expect(wallet.messages()).toEqual(['A'])
    expect(page.messages()).toEqual(['B', 'C'])
    expect(page.frames().flatMap((frame) => frame.params?.data.tag ?? [])).toEqual([1101, 1102])
    relay.faults.classic = true
    await page.ask('wc_proposeSession', { pairingTopic: 'p', sessionProposal: 'D' })
    expect(page.frames().at(-1)?.error).toMatchObject({ code: -32601 })
  })

  it.each<[Partial<RelayFaults>, string[], number]>([
    [{}, ['one', 'two'], 1],
    [{ duplicate: true }, ['one', 'one', 'two', 'two'], 2],
    [{ reorder: true }, ['two', 'one'], 1],
    [{ delayMs: 50 }, [], 0],
    [{ dropAnswers: true }, ['one', 'two'], 0],
    [{ silent: true }, ['one', 'two'], 0],
    [{ error: { code: 1, message: 'no' } }, ['one', 'two'], 1],
  ])('parameters: %o', async (faults, messages, answers) => {
    const relay = mockRelay()
    const page = await dial(relay, 'page')
    await page.ask('irn_subscribe', { topic: 't' })
    page.got.length = 0
    Object.assign(relay.faults, faults)
    relay.publish(message('one'))
    relay.publish(message('two'))
    await pass(10)
    expect(page.messages()).toEqual(messages)
    page.got.length = 0
    await page.ask('irn_publish', message('mine'))
    await pass(faults.delayMs ? 0 : 10)
    expect(page.frames()).toHaveLength(answers)
  })

  it('behavior: truncate, foreign, oversize', async () => {
    const relay = mockRelay({ truncate: true })
    const page = await dial(relay, 'page')
    await page.ask('irn_subscribe', { topic: 't' })
    expect(() => page.frames()).toThrow(SyntaxError)
    relay.faults.truncate = false
    relay.foreign('rubbish')
    relay.oversize('t')
    await pass()
    expect(page.got[1]).toBe('rubbish')
    expect(page.got[2]?.length).toBeGreaterThan(1_048_576)
  })

  it('behavior: cut, refuse, stall', async () => {
    const relay = mockRelay()
    const page = await dial(relay, 'page')
    relay.cut('somebody else')
    expect(relay.countSockets()).toBe(1)
    relay.cut()
    expect(page.events).toEqual(['open', 'close'])
    expect(page.socket.readyState).toBe(3)
    relay.refuse(1)
    expect((await dial(relay, 'page')).events).toEqual(['error', 'close'])
    relay.stall(1)
    expect((await dial(relay, 'page')).events).toEqual([])
    expect((await dial(relay, 'page')).events).toEqual(['open'])
    expect(relay.dials).toHaveLength(4)
  })

  it('behavior: lost acknowledgements are asked for again', async () => {
    const relay = mockRelay({ dropAcks: true })
    relay.publish(message('again'))
    const page = await dial(relay, 'page')
    await page.ask('irn_subscribe', { topic: 't' })
    await page.acknowledge()
    await page.ask('irn_subscribe', { topic: 't' })
    expect(page.messages()).toEqual(['again', 'again'])
  })

  it('behavior: a hook may drop a frame, or cut before it is met', async () => {
    const relay = mockRelay()
    const page = await dial(relay, 'page')
    const stop = relay.onFrame((direction) => (direction === 'out' ? 'drop' : undefined))
    await page.ask('irn_publish', message('answered by nobody'))
    expect(page.got).toEqual([])
    expect(relay.getMailbox('t')).toHaveLength(1)
    stop()
    relay.onFrame((direction) => (direction === 'in' ? relay.cut() : undefined))
    await page.ask('irn_publish', message('never met'))
    expect(relay.getMailbox('t')).toHaveLength(1)
  })

  it('behavior: a client that closes is gone at once', async () => {
    const relay = mockRelay()
    const page = await dial(relay, 'page')
    page.socket.close()
    expect(relay.countSockets()).toBe(0)
    await pass()
    expect(page.events).toEqual(['open', 'close'])
    expect(() => new relay.WebSocket(relay.url).send('early')).toThrow('still connecting')
  })
})
