import { hasCode } from '@latchkey/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import { echo, type JsonRpcNode, jsonRpcNode } from '../../test/json-rpc-node.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from '../machine/kit.ts'
import { readSource } from './read-source.ts'

const nodes: JsonRpcNode[] = []
afterEach(() => {
  for (const node of nodes.splice(0)) {
    node.stop()
  }
})
async function nodeOf(how?: JsonRpcNode['how']): Promise<JsonRpcNode> {
  const node = await jsonRpcNode(how)
  nodes.push(node)
  return node
}
function kitOf(rpcUrls: readonly string[], gateway?: string): Kit {
  const alpha = { ...adapter('alpha'), chains: [chain('alpha:1', { rpcUrls })] }
  return createKit({
    adapters: [alpha],
    storage: storage(),
    ...(gateway !== undefined && { gateway: { url: gateway, project: 'p' } }),
  })
}
const ask = (
  kit: Kit,
  method: string,
  params: unknown = [method],
  signal?: AbortSignal,
): Promise<unknown> =>
  readSource(kit, { chain: 'alpha:1', ...(signal && { signal }) }).request(method, params)
const all = (kit: Kit, ...methods: readonly string[]): Promise<unknown[]> =>
  Promise.all(methods.map((method) => ask(kit, method)))

describe('askNode', () => {
  test('default: calls of one tick are one request, and each gets its own answer', async () => {
    const node = await nodeOf()
    const kit = kitOf([node.url])
    expect(await all(kit, 'a', 'b', 'c')).toEqual([['a'], ['b'], ['c']])
    expect(await ask(kit, 'd')).toEqual(['d'])
    expect(node.seen).toEqual(['[a,b,c]', 'd'])
  })

  test('behavior: the gateway is sent batches too, of 50 calls at most', async () => {
    const gateway = await nodeOf()
    const methods = Array.from({ length: 60 }, (_, at) => `m${at}`)
    expect(await all(kitOf([], gateway.url), ...methods)).toHaveLength(60)
    expect(gateway.seen.map((one) => one.split(',').length)).toEqual([50, 10])
  })

  test('behavior: the owner’s node is sent batches of 1000 calls at most', async () => {
    const node = await nodeOf()
    const methods = Array.from({ length: 1002 }, (_, at) => `m${at}`)
    expect(await all(kitOf([node.url]), ...methods)).toHaveLength(1002)
    expect(node.seen.map((one) => one.split(',').length)).toEqual([1000, 2])
  })

  test('behavior: an error of one call is nobody else’s', async () => {
    const node = await nodeOf((questions, _, response) =>
      response.end(
        JSON.stringify(
          questions.map((one) =>
            one.method === 'b'
              ? { jsonrpc: '2.0', id: one.id, error: { code: 3, message: 'reverted' } }
              : echo(one),
          ),
        ),
      ),
    )
    const kit = kitOf([node.url])
    const [a, b, c] = await Promise.allSettled([ask(kit, 'a'), ask(kit, 'b'), ask(kit, 'c')])
    expect([a, c]).toMatchObject([{ value: ['a'] }, { value: ['c'] }])
    expect(b).toMatchObject({ reason: { code: 3, message: 'reverted' } })
    expect(node.seen).toEqual(['[a,b,c]'])
  })

  test.each<[string, JsonRpcNode['how']]>([
    ['a refusal', 'takes no batches'],
    [
      'one error for all',
      (questions, isBatch, response) =>
        response.end(
          JSON.stringify(
            isBatch
              ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }
              : echo(questions[0]!),
          ),
        ),
    ],
    [
      'the status of a fault',
      (questions, isBatch, response) =>
        isBatch
          ? response.writeHead(500).end('{}')
          : response.end(JSON.stringify(echo(questions[0]!))),
    ],
    [
      'a cut line, as a browser sees a refusal without CORS',
      (questions, isBatch, response) =>
        isBatch ? response.destroy() : response.end(JSON.stringify(echo(questions[0]!))),
    ],
    [
      'the answer to the first call alone',
      (questions, isBatch, response) =>
        response.end(
          JSON.stringify(
            isBatch ? { ...(echo(questions[0]!) as object), id: 99 } : echo(questions[0]!),
          ),
        ),
    ],
  ])(
    'behavior: a node that answers batches with %s is asked call by call, and sent no second batch',
    async (_, how) => {
      const node = await nodeOf(how)
      const kit = kitOf([node.url])
      expect(await all(kit, 'a', 'b')).toEqual([['a'], ['b']])
      expect(await all(kit, 'c', 'd')).toEqual([['c'], ['d']])
      expect(node.seen).toEqual(['[a,b]', 'a', 'b', 'c', 'd'])
    },
  )

  test('behavior: a batch that is too long for a node that takes them is taken apart, the next one is sent', async () => {
    const node = await nodeOf((questions, isBatch, response) => {
      if (questions.length > 2) return void response.writeHead(413).end('{}')
      response.end(JSON.stringify(isBatch ? questions.map(echo) : echo(questions[0]!)))
    })
    const kit = kitOf([node.url])
    await all(kit, 'a', 'b')
    expect(await all(kit, 'c', 'd', 'e')).toEqual([['c'], ['d'], ['e']])
    await all(kit, 'f', 'g')
    expect(node.seen).toEqual(['[a,b]', '[c,d,e]', 'c', 'd', 'e', '[f,g]'])
  })

  test('behavior: a call whose answer lacks is asked alone', async () => {
    const node = await nodeOf((questions, isBatch, response) =>
      response.end(JSON.stringify(isBatch ? questions.slice(1).map(echo) : echo(questions[0]!))),
    )
    const kit = kitOf([node.url])
    expect(await all(kit, 'a', 'b', 'c')).toEqual([['a'], ['b'], ['c']])
    expect(node.seen).toEqual(['[a,b,c]', 'a'])
  })

  test('behavior: a limit that is reached is not met with more requests', async () => {
    let refusals = 0
    const node = await nodeOf((questions, isBatch, response) =>
      refusals++ === 0
        ? response.writeHead(429, { 'retry-after': '0' }).end('{}')
        : response.end(JSON.stringify(isBatch ? questions.map(echo) : echo(questions[0]!))),
    )
    expect(await all(kitOf([node.url]), 'a', 'b')).toEqual([['a'], ['b']])
    expect(node.seen).toEqual(['[a,b]', 'a', 'b'])
  })

  test('behavior: a gateway that is busy, or was out of reach, is sent batches all the same', async () => {
    let refusals = 0
    const gateway = await nodeOf((questions, isBatch, response) =>
      refusals++ === 0
        ? response.writeHead(429, { 'retry-after': '0' }).end('{}')
        : response.end(JSON.stringify(isBatch ? questions.map(echo) : echo(questions[0]!))),
    )
    expect(await all(kitOf([], gateway.url), 'a', 'b')).toEqual([['a'], ['b']])
    expect(gateway.seen).toEqual(['[a,b]', '[a,b]'])
  })

  test('behavior: a transaction is sent by itself', async () => {
    const node = await nodeOf()
    await all(kitOf([node.url]), 'a', 'eth_sendRawTransaction', 'b')
    expect([...node.seen].sort()).toEqual(['[a,b]', 'eth_sendRawTransaction'])
  })

  test('behavior: who leaves takes nothing from the others; when all have left the request ends', async () => {
    const node = await nodeOf('hangs')
    const kit = kitOf([node.url])
    const [one, two] = [new AbortController(), new AbortController()]
    const gone = ask(kit, 'a', ['a'], one.signal).catch((error) => error)
    const stays = ask(kit, 'b', ['b'], two.signal).catch((error) => error)
    await expect.poll(() => node.seen).toEqual(['[a,b]'])
    one.abort()
    expect(hasCode(await gone, 'aborted')).toBe(true)
    expect(node.left).toBe(0)
    two.abort()
    expect(hasCode(await stays, 'aborted')).toBe(true)
    await expect.poll(() => node.left).toBe(1)
  })
})
