import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import type { Fetch } from '../../base/http/node-rounds.ts'
import type { NodeCall } from '../../ports/node-port.ts'
import { restNodes } from './rest-nodes.ts'

const chain = 'bip122:000000000019d6689c085ae165831e93'
const tip: NodeCall = { method: 'GET', params: '["/blocks/tip/height"]' }
const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const said = (text: string, status = 200) => new Response(text, { status })
const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)

/** Servers by host name: each answers with its function. */
function serversOf(
  answers: Record<string, () => Promise<Response> | Response>,
  rpc = {},
  urls?: string[],
) {
  const asked: { url: string; init: RequestInit }[] = []
  const fetchNode: Fetch = async (url, init) => {
    asked.push({ url, init })
    const { hostname } = new URL(url)
    const hung = new Promise<never>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
    return Promise.race([answers[hostname]?.(), hung]) as Promise<Response>
  }
  const rpcUrls = urls ?? Object.keys(answers).map((host) => `http://${host}/api`)
  const config = configSchema.parse({
    chains: [{ id: chain, name: 'Bitcoin', nativeCurrency, rpcUrls }],
    rpc,
  })
  return {
    nodes: restNodes(config, fetchNode),
    asked,
    hosts: () => asked.map(({ url }) => new URL(url).hostname),
  }
}

describe('restNodes', () => {
  test('default', async () => {
    const { nodes, asked } = serversOf({ a: () => said('850000') })
    expect(await nodes.ask(chain, [tip])).toEqual([
      { kind: 'result', text: '850000', value: 850_000 },
    ])
    expect(asked[0]).toMatchObject({
      url: 'http://a/api/blocks/tip/height',
      init: { method: 'GET', redirect: 'error' },
    })
    expect(asked[0]?.init).not.toHaveProperty('body')
  })

  test('behavior: POST carries text as text, and what is none as JSON; an answer that is no JSON is text', async () => {
    const { nodes, asked } = serversOf({ a: () => said('ab"cd') })
    const calls = ['["/tx","00"]', '["/v2/transactions",{"tx":"00"}]'].map((params) => ({
      method: 'POST',
      params,
    }))
    expect((await nodes.ask(chain, calls))[0]).toEqual({
      kind: 'result',
      text: '"ab\\"cd"',
      value: 'ab"cd',
    })
    expect(
      asked.map(({ init }) => [
        init.body,
        (init.headers as Record<string, string>)['content-type'],
      ]),
    ).toEqual([
      ['00', 'text/plain'],
      ['{"tx":"00"}', 'application/json'],
    ])
  })

  test('behavior: numbers beyond 2^53 stay as they were sent', async () => {
    const { nodes } = serversOf({ a: () => said('{"sum":9007199254740993}') })
    expect((await nodes.ask(chain, [tip]))[0]?.text).toBe('{"sum":9007199254740993}')
  })

  test('behavior: a base with a slash, or with a key in its query', async () => {
    const { nodes, asked } = serversOf({ a: () => said('1') }, {}, ['http://a/x/?key=secret'])
    await nodes.ask(chain, [{ method: 'GET', params: '["/v2/accounts/S?proof=0"]' }])
    expect(asked[0]?.url).toBe('http://a/x/v2/accounts/S?key=secret&proof=0')
  })

  test('behavior: 4xx is the answer, bounded, with its JSON where it is one', async () => {
    const body = { error: 'transaction rejected', reason: 'BadNonce', reason_data: { expected: 3 } }
    const { nodes, hosts } = serversOf({
      a: () => said(JSON.stringify(body), 400),
      b: () => said('1'),
    })
    const [answer] = await nodes.ask(chain, [tip])
    expect([answer?.kind, JSON.parse(answer?.text ?? '')]).toEqual([
      'error',
      { code: 400, message: JSON.stringify(body), data: body },
    ])
    expect(hosts()).toEqual(['a'])
    const long = serversOf({ a: () => said('x'.repeat(5_000), 404) })
    expect((await long.nodes.ask(chain, [tip]))[0]?.value).toEqual({
      code: 404,
      message: 'x'.repeat(1_000),
    })
    const number = serversOf({ a: () => said('7', 404) })
    expect((await number.nodes.ask(chain, [tip]))[0]?.value).toEqual({ code: 404, message: '7' })
  })

  test.each<readonly [string, () => Promise<Response> | Response]>([
    ['is unreachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['hangs', () => new Promise(() => undefined)],
    ['answers 500', () => said('oops', 500)],
    ['answers 503', () => said('{}', 503)],
    ['has our key wrong', () => said('who are you?', 401)],
    ['keeps us out', () => said('<html>', 403)],
    ['is limited', () => said('slow down', 429)],
    ['answers too much', () => said('x'.repeat(2_000))],
    ['answers too much of a refusal', () => said('x'.repeat(2_000), 400)],
  ])(
    'behavior: the first server %s, the second is asked, and the first rests',
    async (_, first) => {
      const { nodes, hosts } = serversOf(
        { a: first, b: () => said('2') },
        { timeoutMs: 400, maxAnswerBytes: 1_024 },
      )
      for (const _time of [1, 2]) {
        expect((await nodes.ask(chain, [tip]))[0]?.text).toBe('2')
      }
      expect(hosts()).toEqual(['a', 'b', 'b'])
    },
  )

  test('behavior: five attempts at most, then 503; where all are limited the page is told so', async () => {
    const dead = () => said('', 502)
    const six = serversOf({ a: dead, b: dead, c: dead, d: dead, e: dead, f: dead })
    expect(await six.nodes.ask(chain, [tip]).catch(refused)).toBe(503)
    expect(six.asked).toHaveLength(5)
    const limited = serversOf({ a: () => said('', 429) })
    expect((await limited.nodes.ask(chain, [tip]))[0]).toMatchObject({
      kind: 'error',
      value: { code: -32005 },
    })
    expect(limited.asked).toHaveLength(1)
  })

  test('behavior: answers keep the order of the calls, six at once, a hundred at most', async () => {
    const state = { open: 0, most: 0, count: 0 }
    const { nodes } = serversOf({
      a: async () => {
        state.most = Math.max(state.most, ++state.open)
        const number = state.count++
        await new Promise((resolve) => setTimeout(resolve, (20 - number) % 5))
        state.open -= 1
        return said(String(number))
      },
    })
    const answers = await nodes.ask(chain, Array(20).fill(tip))
    expect(answers.map(({ text }) => Number(text))).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    )
    expect(state.most).toBe(6)
    expect(await nodes.ask(chain, Array(101).fill(tip)).catch(refused)).toBe(400)
  })

  test('behavior: what is no REST call reaches nobody, whoever asks', async () => {
    const { nodes, asked } = serversOf({ a: () => said('1') })
    const calls = ['["/../admin"]', '["http://evil.example/"]', '["//evil.example/x"]', '{}'].map(
      (params) => ({
        method: 'GET',
        params,
      }),
    )
    for (const { kind } of await nodes.ask(chain, calls)) {
      expect(kind).toBe('error')
    }
    expect(asked).toEqual([])
    expect(await nodes.ask('bip122:other', [tip]).catch(refused)).toBe(400)
  })
})
