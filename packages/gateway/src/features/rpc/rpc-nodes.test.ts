import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../base/http/node-rounds.ts'
import { chainId, configOf } from '../../test/make-gateway.ts'
import { readAnswers, rpcNodes } from './rpc-nodes.ts'

const call = { method: 'eth_chainId' }
const json = (body: unknown, status = 200) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
const ok = (result: unknown, id = 1) => ({ jsonrpc: '2.0', id, result })
const failed = (code: number) => ({ jsonrpc: '2.0', id: 1, error: { code, message: 'no' } })
const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)

/** Nodes by host name: each answers with its function. */
function nodesOf(
  answers: Record<string, (body: string) => Promise<Response> | Response>,
  rpc = {},
  more = {},
) {
  const asked: string[] = []
  const fetchNode: Fetch = async (url, { signal, body }) => {
    const { hostname } = new URL(url)
    asked.push(hostname)
    const hung = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    )
    return Promise.race([answers[hostname]?.(String(body)), hung]) as Promise<Response>
  }
  const config = configOf(
    Object.keys(answers).map((host) => `http://${host}`),
    { rpc },
  )
  return { nodes: rpcNodes(config, fetchNode, more), asked }
}

describe('rpcNodes', () => {
  test('default', async () => {
    const { nodes, asked } = nodesOf({ a: () => json(ok('0x1')), b: () => json(ok('0x2')) })
    expect(await nodes.ask(chainId, [call])).toEqual([
      { kind: 'result', text: '"0x1"', value: '0x1' },
    ])
    expect(asked).toEqual(['a'])
  })

  test('behavior: an unknown chain is refused', async () => {
    expect(
      await nodesOf({ a: () => json(ok(1)) })
        .nodes.ask('eip155:5', [call])
        .catch(refused),
    ).toBe(400)
  })

  test.each<readonly [string, () => Promise<Response> | Response]>([
    ['is unreachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['hangs', () => new Promise(() => undefined)],
    ['answers 500', () => json('oops', 500)],
    ['answers HTML', () => json('<html></html>')],
    ['answers too much', () => json(ok('x'.repeat(30_000)))],
    ['answers to another id', () => json(ok('0x9', 2))],
    ['answers to an id as text', () => json({ jsonrpc: '2.0', id: '1', result: '0x9' })],
    ['answers twice', () => json([ok('0x9'), ok('0x8')])],
    ['answers without version', () => json({ id: 1, result: '0x9' })],
    ['answers null', () => json('null')],
    ['is limited', () => json(failed(-32005))],
    ['fails inside', () => json(failed(-32603))],
    ['nests without end', () => json('['.repeat(20_000))],
  ])('behavior: the first node %s, the second is asked', async (_, first) => {
    const { nodes, asked } = nodesOf(
      { a: first, b: () => json(ok('0x2')) },
      { timeoutMs: 400, maxAnswerBytes: 25_000 },
    )
    expect(await nodes.ask(chainId, [call])).toEqual([
      { kind: 'result', text: '"0x2"', value: '0x2' },
    ])
    expect(await nodes.ask(chainId, [call])).toEqual([
      { kind: 'result', text: '"0x2"', value: '0x2' },
    ])
    expect(asked).toEqual(['a', 'b', 'b'])
  })

  test('behavior: an error of the call itself is the answer', async () => {
    const { nodes, asked } = nodesOf({ a: () => json(failed(3)), b: () => json(ok('0x2')) })
    expect((await nodes.ask(chainId, [call]))[0]).toMatchObject({ kind: 'error' })
    expect(asked).toEqual(['a'])
  })

  test('behavior: a second round after the list, five attempts at most, then 503', async () => {
    const dead = () => Promise.reject(new TypeError('fetch failed'))
    const two = nodesOf({ a: dead, b: dead })
    expect(await two.nodes.ask(chainId, [call]).catch(refused)).toBe(503)
    expect(two.asked).toEqual(['a', 'b', 'a', 'b'])
    const six = nodesOf({ a: dead, b: dead, c: dead, d: dead, e: dead, f: dead })
    expect(await six.nodes.ask(chainId, [call]).catch(refused)).toBe(503)
    expect(six.asked).toHaveLength(5)
  })

  test('behavior: a node that names another chain is passed over and told of, once asked for all', async () => {
    const of = (id: string) => (body: string) =>
      json(ok(body.includes('eth_chainId') ? id : `from ${id}`))
    const wrong: string[] = []
    const onWrongChain = (chain: string) => void wrong.push(chain)
    const { nodes, asked } = nodesOf(
      { a: of('0x5'), b: of(`0x${(31337).toString(16)}`) },
      {},
      { onWrongChain },
    )
    const balance = { method: 'eth_getBalance', params: '["0x00","latest"]' }
    for (let at = 0; at < 3; at++) {
      expect((await nodes.ask(chainId, [balance]))[0]?.value).toBe(`from 0x${(31337).toString(16)}`)
    }
    expect(wrong).toEqual([chainId])
    // The question for its chain, each once; then the answers.
    expect(asked).toEqual(['a', 'b', 'b', 'b', 'b'])
  })

  test('behavior: a node that does not say which chain it is of is asked all the same', async () => {
    const mute = (body: string) =>
      body.includes('eth_chainId') ? json(failed(-32601)) : json(ok('0x7'))
    const { nodes } = nodesOf({ a: mute }, {}, { onWrongChain: () => expect.unreachable() })
    expect((await nodes.ask(chainId, [{ method: 'eth_gasPrice' }]))[0]?.value).toBe('0x7')
  })

  test("behavior: an error's words reach the page without addresses and keys", async () => {
    const error = {
      code: 3,
      message: 'see https://node.example/v2/sekret for the plan',
      data: '0x08c379a0',
    }
    const { nodes } = nodesOf({ a: () => json({ jsonrpc: '2.0', id: 1, error }) })
    const [answer] = await nodes.ask(chainId, [call])
    expect(JSON.parse(answer?.text ?? '')).toEqual({ ...error, message: 'see … for the plan' })
    expect(JSON.stringify(answer)).not.toContain('sekret')
  })

  test('behavior: where every node is limited, the page reads the limit', async () => {
    const { nodes } = nodesOf({ a: () => json(failed(-32005)) })
    expect((await nodes.ask(chainId, [call]))[0]?.text).toContain('-32005')
  })
})

describe('readAnswers', () => {
  test('default', () => {
    const text =
      '[{"jsonrpc":"2.0","id":2,"result":9007199254740993},{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":""}}]'
    expect(readAnswers(text, 2)).toEqual([
      { kind: 'error', text: '{"code":3,"message":""}', value: { code: 3, message: '' } },
      { kind: 'result', text: '9007199254740993', value: 9007199254740992 },
    ])
  })

  test('behavior: a missing, doubled or foreign answer spoils all', () => {
    expect(readAnswers(JSON.stringify([ok(1, 1)]), 2)).toBeUndefined()
    expect(readAnswers(JSON.stringify([ok(1, 1), ok(1, 1)]), 2)).toBeUndefined()
    expect(readAnswers(JSON.stringify([ok(1, 1), ok(1, 3)]), 2)).toBeUndefined()
    expect(readAnswers(JSON.stringify([ok(1, 1), ok(1, 9)]), 1)).toBeUndefined()
  })
})
