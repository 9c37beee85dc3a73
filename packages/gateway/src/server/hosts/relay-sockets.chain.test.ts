import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { makeRelay, makeTestIdentity } from '../../test/make-relay.ts'
import { readSamples } from '../../test/read-samples.ts'
import { connectClient } from '../../test/relay-client.ts'
import { type RunningGateway, startGateway } from './node.ts'
import { relaySockets } from './relay-sockets.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-sockets-'))
const made = {} as { gateway: RunningGateway }
beforeAll(async () => {
  writeFileSync(
    join(folder, 'latchkey.json'),
    JSON.stringify({
      relay: { store: 'memory', connectionsPerClient: 2, bytesPerProject: 2_000_000 },
      projects: [{ id: 'shop' }, { id: 'game' }],
    }),
  )
  made.gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

/** Status of a refused upgrade. */
async function statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(made.gateway.url.replace('http', 'ws') + path, { headers })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  return response.statusCode
}
const codeOf = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0]

describe('relaySockets', () => {
  test('default: at the root path, whatever the project id and origin', async () => {
    const client = await connectClient(made.gateway.url)
    expect(await client.call('irn_subscribe', { topic: 'a' })).toMatch(/^[\da-f]{64}$/)
    await client.close()
    const { token } = makeTestIdentity()
    const headers = { authorization: `Bearer ${token()}`, origin: 'https://anywhere.example' }
    const other = new WebSocket(made.gateway.url.replace('http', 'ws'), { headers })
    await once(other, 'open')
    other.terminate()
  })

  test('behavior: the project that a client names, if the gateway knows it, is what its messages count for', async () => {
    const publish = async (projectId: string, topic: string): Promise<unknown> => {
      const client = await connectClient(made.gateway.url, { projectId })
      const message = { topic, message: 'x'.repeat(900_000), ttl: 86_400, tag: 1 }
      const said = await client.call('irn_publish', message).catch((error: unknown) => error)
      await client.close()
      return said
    }
    const [kept, refused] = [true, expect.objectContaining({ code: -32000 })]
    const said: unknown[] = []
    for (const topic of ['of shop', 'its second', 'its third']) {
      said.push(await publish('shop', topic))
    }
    expect(said).toEqual([kept, kept, refused])
    expect(await publish('game', 'of game')).toBe(kept)
    expect(await publish('nobody', 'of none')).toBe(kept)
    const metrics = await (await fetch(`${made.gateway.url}/metrics`)).text()
    expect(metrics).toContain('latchkey_relay_refused_total{reason="project"} 1')
  })

  test('behavior: a bad token is 401, another path 404, one socket too many 429', async () => {
    const identity = makeTestIdentity()
    expect(await statusOf('/')).toBe(401)
    expect(await statusOf(`/?auth=${identity.token({ exp: 1 })}`)).toBe(401)
    expect(await statusOf(`/v1?auth=${identity.token()}`)).toBe(404)
    const sockets = [
      await connectClient(made.gateway.url, { identity }),
      await connectClient(made.gateway.url, { identity }),
    ]
    expect(await statusOf(`/?auth=${identity.token()}`)).toBe(429)
    await Promise.all(sockets.map((client) => client.close()))
    const again = await connectClient(made.gateway.url, { identity })
    await again.close()
  })

  test('behavior: frames of more than 1 MiB end the socket with 1009, binary ones with 1003', async () => {
    const [large, binary] = [
      await connectClient(made.gateway.url),
      await connectClient(made.gateway.url),
    ]
    const ttl = { ttl: 60, tag: 1 }
    expect(
      await large.call('irn_publish', { topic: 'a', message: 'x'.repeat(1_000_000), ...ttl }),
    ).toBe(true)
    const ended = [codeOf(large.socket), codeOf(binary.socket)]
    large
      .call('irn_publish', { topic: 'a', message: 'x'.repeat(1_048_576), ...ttl })
      .catch(() => {})
    binary.socket.send(Buffer.from('{}'))
    expect(await Promise.all(ended)).toEqual([1009, 1003])
  })

  test('behavior: broken upgrades and cut sockets leave the gateway alive', async () => {
    const { port } = new URL(made.gateway.url)
    const { token } = makeTestIdentity()
    for (const text of [
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      `GET //[/?auth=${token()} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      `GET /?auth=${token()} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    ]) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(text)
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    expect((await fetch(`${made.gateway.url}/health`)).status).toBe(200)
  })

  test('behavior: each socket is pinged every 20 ticks of a second, and ended when it answers none', async () => {
    const { relay } = await makeRelay()
    const sockets = relaySockets(relay, () => 'here', 10)
    const server = createServer().on('upgrade', sockets.upgrade).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/?auth=${makeTestIdentity().token()}`
    const [alive, dead] = [new WebSocket(url), new WebSocket(url, { autoPong: false })]
    const pings: number[] = []
    alive.on('ping', () => pings.push(performance.now()))
    expect(await codeOf(dead)).toBe(1006)
    await expect.poll(() => pings.length).toBeGreaterThan(3)
    // Timers are late under load, never early: 20 × 10 ms, and 25 of real ticks are the most
    // allowed.
    const gaps = pings.slice(1).map((at, index) => at - (pings[index] ?? 0))
    expect(Math.min(...gaps)).toBeLessThan(250)
    expect(alive.readyState).toBe(alive.OPEN)
    await sockets.stop()
    server.close()
  })

  test('behavior: figures for programs on this machine, not for pages', async () => {
    const client = await connectClient(made.gateway.url)
    const answer = await fetch(`${made.gateway.url}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const text = await answer.text()
    expect(text).toMatch(/^latchkey_relay_sockets 1$/m)
    expect(readSamples(text).get('latchkey_relay_sockets')).toBe(1)
    expect(text).toMatch(/^latchkey_relay_refused_total{reason="token"} [1-9]/m)
    expect(text).toMatch(/^latchkey_relay_store_seconds_bucket{le="\+Inf"} [1-9]/m)
    expect(text).not.toContain('did:')
    await client.close()
    for (const headers of [
      { origin: 'https://shop.example' },
      { 'x-forwarded-for': '127.0.0.1' },
    ] as const) {
      expect((await fetch(`${made.gateway.url}/metrics`, { headers })).status).toBe(404)
    }
  })

  // Last: it ends the gateway.
  test('behavior: stops within its grace, saying 1001, never 3000', async () => {
    const client = await connectClient(made.gateway.url)
    const ended = codeOf(client.socket)
    const from = performance.now()
    await made.gateway.stop()
    expect(await ended).toBe(1001)
    expect(performance.now() - from).toBeLessThan(3_000)
  })
})
