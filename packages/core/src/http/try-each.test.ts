import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { getFromGateway } from '../gateway/get.ts'
import type { Kit } from '../machine/kit.ts'
import { readSource } from '../rpc/read-source.ts'

type How = 'answers' | 'fails' | 'hangs' | number
const held = {} as { how: Record<string, How>; asked: string[]; left: string[]; kit: Kit }
const read = (answer: unknown): unknown => answer

beforeEach(async () => {
  // Loaded by its import in real time, once.
  await import('../rpc/read-chain.ts')
  vi.useFakeTimers()
  Object.assign(held, { how: { one: 'answers', two: 'answers' }, asked: [], left: [] })
  vi.stubGlobal(
    'fetch',
    async (address: string, { body, signal }: { body?: string; signal: AbortSignal }) => {
      const url = new URL(address)
      const host = url.hostname.split('.')[0] ?? ''
      const { method = url.pathname, params = [] } = body === undefined ? {} : JSON.parse(body)
      held.asked.push(`${host} ${method}`)
      const how = held.how[host] ?? 'fails'
      if (how === 'fails') return new Response('{}', { status: 503 })
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => {
          held.left.push(`${host} ${method}`)
          reject(signal.reason)
        })
        if (how !== 'hangs') setTimeout(resolve, how === 'answers' ? 10 : how)
      })
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: params }))
    },
  )
  const alpha = {
    ...adapter('alpha'),
    chains: [chain('alpha:1', { rpcUrls: ['https://one.example', 'https://two.example'] })],
  }
  const gateway = { url: ['https://one.example', 'https://two.example'], project: 'p' }
  held.kit = createKit({ adapters: [alpha], storage: storage(), gateway })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What a question was answered, and after how long. */
async function timed(question: Promise<unknown>): Promise<readonly [unknown, number]> {
  const began = Date.now()
  let over: readonly [unknown, number] | undefined
  question.then(
    (answer) => {
      over = [answer, Date.now() - began]
    },
    (error) => {
      over = [error, Date.now() - began]
    },
  )
  while (!over) {
    await vi.advanceTimersByTimeAsync(10)
  }
  return over
}
const ask = (method: string): Promise<readonly [unknown, number]> =>
  timed(readSource(held.kit, { chain: 'alpha:1' }).request(method, [method]))
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

describe('tryEach', () => {
  test('default: the owner’s order', async () => {
    await ask('a')
    await ask('b')
    expect(held.asked).toEqual(['one a', 'one b'])
  })

  test('behavior: a node that has failed is not tried first by the next call', async () => {
    held.how.one = 'fails'
    expect((await ask('a'))[0]).toEqual(['a'])
    await ask('b')
    expect(held.asked).toEqual(['one a', 'two a', 'two b'])
  })

  test('behavior: a node that hangs keeps the first call waiting for a second, and no other', async () => {
    held.how.one = 'hangs'
    const [answer, ms] = await ask('a')
    expect(answer).toEqual(['a'])
    expect(ms).toBeGreaterThanOrEqual(1_000)
    expect(ms).toBeLessThan(1_100)
    expect((await ask('b'))[1]).toBeLessThan(100)
    expect(held.asked).toEqual(['one a', 'two a', 'two b'])
    // Nobody waits for it any more.
    expect(held.left).toContain('one a')
  })

  test('behavior: a node that is slow, but faster than the next one, is still heard', async () => {
    Object.assign(held.how, { one: 1_500, two: 'hangs' })
    const [answer, ms] = await ask('a')
    expect(answer).toEqual(['a'])
    expect(ms).toBeLessThan(1_600)
  })

  test('behavior: after four seconds it is asked beside a call that is made anyway, for a second', async () => {
    held.how.one = 'hangs'
    await ask('a')
    await wait(2_500)
    await ask('b')
    expect(held.asked.filter((one) => one.startsWith('one'))).toEqual(['one a'])
    await wait(2_000)
    expect((await ask('c'))[1]).toBeLessThan(100)
    expect(held.asked.slice(-2).sort()).toEqual(['one c', 'two c'])
    expect(held.left).not.toContain('one c')
    await wait(1_000)
    expect(held.left).toContain('one c')
    // It did not answer: it stays last, and is left alone for four seconds more.
    await ask('d')
    expect(held.asked.at(-1)).toBe('two d')
  })

  test('behavior: once it has answered in time it comes first again', async () => {
    held.how.one = 'hangs'
    await ask('a')
    held.how.one = 'answers'
    await wait(4_500)
    await ask('b')
    await wait(100)
    await ask('c')
    expect(held.asked.slice(-2)).toEqual(['two b', 'one c'])
  })

  test('behavior: a page left alone asks no node', async () => {
    held.how.one = 'hangs'
    await ask('a')
    const before = held.asked.length
    await wait(600_000)
    expect(held.asked).toHaveLength(before)
  })

  test('behavior: what is sent is sent by one node at a time, however slow it is', async () => {
    held.how.one = 5_000
    expect((await ask('eth_sendRawTransaction'))[0]).toEqual(['eth_sendRawTransaction'])
    expect(held.asked).toEqual(['one eth_sendRawTransaction'])
  })

  test('behavior: where all fail each is asked four times', async () => {
    Object.assign(held.how, { one: 'fails', two: 'fails' })
    const [error] = await ask('a')
    expect(hasCode(error, 'server-error')).toBe(true)
    expect([...held.asked].sort()).toEqual([...Array(4).fill('one a'), ...Array(4).fill('two a')])
  })

  test('behavior: who leaves is told at once', async () => {
    Object.assign(held.how, { one: 'hangs', two: 'hangs' })
    const controller = new AbortController()
    const source = readSource(held.kit, { chain: 'alpha:1', signal: controller.signal })
    setTimeout(() => controller.abort(), 2_000)
    const [error, ms] = await timed(source.request('a', []))
    expect([error instanceof LatchkeyError && error.code, ms]).toEqual(['aborted', 2_000])
    expect(held.left).toEqual(expect.arrayContaining(['one a', 'two a']))
  })

  test('behavior: a host of the gateway that has failed is not tried first by the next question, whatever it is', async () => {
    held.how.one = 'fails'
    await timed(getFromGateway(held.kit, 'first', { read }))
    await timed(getFromGateway(held.kit, 'other', { read }))
    expect(held.asked).toEqual(['one /first', 'two /first', 'two /other'])
  })

  test('behavior: one that hangs gives way before those have gone who can do without the gateway', async () => {
    held.how.one = 'hangs'
    const [, ms] = await timed(getFromGateway(held.kit, 'first', { read }))
    expect(ms).toBeLessThan(4_000)
    expect((await timed(getFromGateway(held.kit, 'other', { read })))[1]).toBeLessThan(100)
  })
})
