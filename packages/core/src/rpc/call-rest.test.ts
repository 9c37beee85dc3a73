import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import { readSource } from './read-source.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

async function serve(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
) {
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const parts: string[] = []
    for await (const part of request) {
      parts.push(String(part))
    }
    const body = parts.join('')
    seen.push(
      `${request.method} ${request.url} ${request.headers['content-type'] ?? ''} ${body}`.trim(),
    )
    answer(request, body, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function sourceOf(rpcUrls: readonly string[], gateway?: string) {
  const alpha = {
    ...adapter('alpha'),
    nodes: 'rest' as const,
    chains: [chain('alpha:1', { rpcUrls })],
  }
  const kit = createKit({
    adapters: [alpha],
    storage: storage(),
    ...(gateway ? { gateway: { url: gateway, project: 'p' } } : {}),
  })
  return readSource(kit, { chain: 'alpha:1' })
}

describe('rest', () => {
  test('default: paths below the base, JSON or bare text', async () => {
    const node = await serve(({ url }, _, response) =>
      response.end(url?.endsWith('/tx') ? 'ab12' : '{"a":1}'),
    )
    const source = sourceOf([`${node.url}/api/`])
    expect(await source.request('GET', ['/address/x'])).toEqual({ a: 1 })
    expect(await source.request('POST', ['/tx', 'beef'])).toBe('ab12')
    expect(await source.request('POST', ['/fees', { tx: 1 }])).toEqual({ a: 1 })
    expect(node.seen).toEqual([
      'GET /api/address/x',
      'POST /api/tx text/plain beef',
      'POST /api/fees application/json {"tx":1}',
    ])
  })

  test('behavior: what a node says with 4xx is an answer, and asked of no other', async () => {
    const refusing = await serve((_, __, response) =>
      response.writeHead(400).end('{"error":"transaction rejected","reason":"BadNonce"}'),
    )
    const other = await serve((_, __, response) => response.end('1'))
    await expect(sourceOf([refusing.url, other.url]).request('GET', ['/x'])).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('BadNonce'),
      data: { reason: 'BadNonce' },
    })
    expect(other.seen).toEqual([])
  })

  test('behavior: one that is down is passed over', async () => {
    const down = await serve((_, __, response) => response.writeHead(503).end())
    const other = await serve((_, __, response) => response.end('1'))
    expect(await sourceOf([down.url, other.url]).request('GET', ['/x'])).toBe(1)
  })

  test.each([
    ['PUT', ['/x', 'y']],
    ['GET', ['x']],
    ['GET', ['/../x']],
    ['GET', undefined],
    ['POST', ['/x']],
  ])('behavior: %s %j is refused before anybody is asked', async (method, params) => {
    const node = await serve((_, __, response) => response.end('1'))
    await expect(sourceOf([node.url]).request(method, params)).rejects.toMatchObject({
      code: 'rpc-method-not-found',
    })
    expect(node.seen).toEqual([])
  })

  test('behavior: the gateway is asked by JSON-RPC', async () => {
    const gateway = await serve((_, __, response) =>
      response.end('{"jsonrpc":"2.0","id":1,"result":{"a":1}}'),
    )
    expect(await sourceOf([], gateway.url).request('GET', ['/x'])).toEqual({ a: 1 })
    expect(gateway.seen[0]).toContain('"method":"GET","params":["/x"]')
  })
})
