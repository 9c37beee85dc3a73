import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { rpcNodes } from '../../features/rpc/rpc-nodes.ts'
import { account, chainId, configOf, makeGateway } from '../../test/make-gateway.ts'
import { startTraces, type Traces } from './traces.ts'
import { watchedNodes } from './watched-nodes.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

const made: { server?: Server; traces?: Traces } = {}
afterEach(async () => {
  await made.traces?.stop()
  made.server?.closeAllConnections()
  made.server?.close()
})

/** Takes OTLP over HTTP, as JSON; what is sent and where. */
async function startReceiver(status = 200) {
  const bodies: string[] = []
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      paths.push(request.url)
      bodies.push(Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  made.server = server
  const spans = (): readonly Span[] =>
    bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: Span[] }[] }) =>
        one.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, paths, spans }
}

describe('startTraces', () => {
  test('default', async () => {
    const { url, bodies, paths, spans } = await startReceiver()
    const traces = startTraces(url)
    made.traces = traces
    const config = configOf(['http://node.example/secret-key'])
    const fetchNode = async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })
    const nodes = watchedNodes(rpcNodes(config, fetchNode), config.chains, traces.watch)
    const { app } = makeGateway({ config, nodes, watch: traces.watch })
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: [account, 'latest'],
    })
    const answer = await app.request(`/v1?chainId=${chainId}&projectId=shop`, {
      method: 'POST',
      body,
    })
    expect(answer.status).toBe(200)
    await app.request(`/v1/account/${account}/balance?projectId=shop&currency=zzz`)
    await traces.stop()
    expect(new Set(paths)).toEqual(new Set(['/v1/traces']))
    const [request, refused] = spans().filter(({ name }) => name === 'request')
    const node = spans().find(({ name }) => name === 'node')
    expect(node).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
    expect(request?.parentSpanId).toBeFalsy()
    expect(refused?.traceId).not.toBe(request?.traceId)
    const labels = Object.fromEntries(
      (request?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
    )
    expect(labels).toEqual({
      'latchkey.method': 'POST',
      'latchkey.route': '/v1',
      'latchkey.status': 200,
    })
    expect(bodies.join()).not.toMatch(/f39F|secret-key|node\.example|eth_getBalance|shop|zzz/i)
  })

  test('behavior: what fails is marked by its name alone, and work nobody asked for is left out', async () => {
    const { url, bodies, spans } = await startReceiver()
    const traces = startTraces(`${url}/v1/traces`)
    made.traces = traces
    const failing = traces.watch({ kind: 'request', labels: {} }, () =>
      traces.watch({ kind: 'sql', labels: { operation: 'select' } }, async () => {
        throw new TypeError(`params: ${account}`)
      }),
    )
    await expect(failing).rejects.toThrow(account)
    await traces.watch({ kind: 'sql', labels: { operation: 'insert' } }, async () => {})
    await traces.stop()
    expect(spans().map(({ name, status }) => [name, status.code])).toEqual([
      ['sql', 2],
      ['request', 2],
    ])
    expect(bodies.join()).toContain('TypeError')
    expect(bodies.join()).not.toContain(account)
  })

  test('behavior: requests of one moment keep their own spans', async () => {
    const { url, spans } = await startReceiver()
    const traces = startTraces(url)
    made.traces = traces
    await Promise.all(
      [0, 1, 2, 3].map((at) =>
        traces.watch({ kind: 'request', labels: { route: `/${at}` } }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 5 * (at % 2)))
          await traces.watch({ kind: 'node', labels: { chain: `${at}` } }, async () => {})
        }),
      ),
    )
    await traces.stop()
    const all = spans()
    const labelOf = (span: Span | undefined) =>
      JSON.stringify(span?.attributes[0]?.value).replace(/\D/g, '')
    for (const node of all.filter(({ name }) => name === 'node')) {
      expect(labelOf(node)).toBe(labelOf(all.find(({ spanId }) => spanId === node.parentSpanId)))
    }
    expect(all).toHaveLength(8)
  })

  test('behavior: a collector that is down or refuses changes nothing', async () => {
    const { url } = await startReceiver(503)
    for (const address of [url, 'http://127.0.0.1:1']) {
      const traces = startTraces(address)
      const { app } = makeGateway({ watch: traces.watch })
      expect((await app.request('/health')).status).toBe(200)
      const startedAt = Date.now()
      await traces.stop()
      expect(Date.now() - startedAt).toBeLessThan(10_000)
    }
  })
})
