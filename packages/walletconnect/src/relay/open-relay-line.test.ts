import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import NodeSocket, { WebSocketServer } from 'ws'
import { a, b, fakeIdentity, letter } from '../../test/relay-clients.ts'
import { openRelay } from './open-relay.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

/**
 * A relay of a few lines over real sockets: answers everything by `true` and remembers what came.
 */
async function startServer(refusals = 0) {
  const frames: { method?: string; id: unknown }[] = []
  const upgrades: string[] = []
  const http = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  let refused = 0
  http.on('upgrade', (request, socket, head) => {
    upgrades.push(request.url ?? '')
    if (refused++ < refusals)
      return void socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client))
  })
  sockets.on('connection', (client) => {
    client.on('message', (data) => {
      const frame = JSON.parse(String(data))
      frames.push(frame)
      if (frame.method) client.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    for (const client of sockets.clients) {
      client.terminate()
    }
    http.close()
  })
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    frames,
    upgrades,
    clients: sockets.clients,
  }
}

function open(url: string) {
  const messages: string[] = []
  const relay = openRelay({
    url,
    identity: fakeIdentity('Page'),
    WebSocket: NodeSocket as unknown as typeof globalThis.WebSocket,
    onMessage: (delivery) => messages.push(delivery.message),
  })
  stops.push(() => relay.close())
  return { relay, messages }
}
const methods = (server: { frames: { method?: string }[] }) =>
  server.frames.map((frame) => frame.method ?? 'receipt')

describe('holdLine', () => {
  it('default', async () => {
    const server = await startServer()
    const { relay, messages } = open(server.url)
    await relay.subscribe([a])
    await relay.publish(letter)
    await relay.propose({ pairingTopic: b, message: 'AAAA', id: 1 })
    expect(methods(server)).toEqual(['irn_batchSubscribe', 'irn_publish', 'wc_proposeSession'])
    const data = { topic: a, message: 'BBBB', tag: 1109, publishedAt: 1 }
    const push = { id: '17', jsonrpc: '2.0', method: 'irn_subscription', params: { id: 's', data } }
    for (const client of server.clients) {
      client.send(JSON.stringify(push))
    }
    await vi.waitFor(() =>
      expect(server.frames.at(-1)).toEqual({ id: '17', jsonrpc: '2.0', result: true }),
    )
    expect(messages).toEqual(['BBBB'])
  })

  it.each([1000, 1001, 1013, 3000, 4008])('parameters: closed by %i', async (code) => {
    const server = await startServer()
    const { relay } = open(server.url)
    await relay.subscribe([a])
    for (const client of server.clients) {
      client.close(code)
    }
    await vi.waitFor(() =>
      expect(methods(server)).toEqual(['irn_batchSubscribe', 'irn_batchSubscribe']),
    )
  })

  it('behavior: torn away in the middle of a publication', async () => {
    const server = await startServer()
    const { relay } = open(server.url)
    await relay.subscribe([a])
    for (const client of server.clients) {
      client.terminate()
    }
    await relay.publish(letter)
    expect(methods(server)).toEqual(['irn_batchSubscribe', 'irn_batchSubscribe', 'irn_publish'])
  })

  it('behavior: HTTP 401 twice', async () => {
    const server = await startServer(2)
    await open(server.url).relay.subscribe([a])
    expect(server.upgrades).toHaveLength(3)
    expect(new Set(server.upgrades).size).toBe(3)
  })

  it('behavior: binary frames are ignored', async () => {
    const server = await startServer()
    const { relay, messages } = open(server.url)
    await relay.subscribe([a])
    for (const client of server.clients) {
      client.send(Buffer.from('{"id":1,"result":true}'))
    }
    await vi.waitFor(() => expect(relay.getIgnoredFrames()).toBe(1))
    expect(messages).toEqual([])
  })

  it('behavior: a token that cannot be made, an address that is none and a socket that throws are losses like others', async () => {
    const server = await startServer()
    let failures = 0
    class Picky extends NodeSocket {
      constructor(address: string) {
        if (failures++ < 1) throw new DOMException('refused', 'SecurityError')
        super(address)
      }
    }
    const identity = fakeIdentity('Page')
    const relay = openRelay({
      url: server.url,
      identity: {
        ...identity,
        authorise: (url) =>
          failures++ < 1 ? Promise.reject(new Error('no key')) : identity.authorise(url),
      },
      WebSocket: Picky as unknown as typeof globalThis.WebSocket,
      onMessage: () => {},
    })
    stops.push(() => relay.close())
    await relay.subscribe([a])
    expect(failures).toBeGreaterThan(2)
  })
})
