import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type OnDemandServer, serveOnDemand } from './serve-on-demand.ts'

const stops: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) {
    await stop()
  }
})

/** Echoes what it was asked. */
async function behind() {
  const server = createServer(async (request, response) => {
    const parts: string[] = []
    for await (const part of request) {
      parts.push(String(part))
    }
    response
      .writeHead(request.url === '/no' ? 404 : 200)
      .end(`${request.method} ${request.url} ${parts.join('')}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = vi.fn(async () => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
/** Echoes what it is told by a web socket. */
async function behindSocket() {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', (socket, { url }) => {
    socket.on('message', (data) => socket.send(`${url} ${data}`))
  })
  await once(sockets, 'listening')
  const stop = async () => {
    for (const socket of sockets.clients) {
      socket.close(1001)
    }
    sockets.close()
  }
  return { url: `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`, stop }
}
async function serve(start: Parameters<typeof serveOnDemand>[1]): Promise<OnDemandServer> {
  const served = await serveOnDemand(0, start)
  stops.push(served.stop)
  return served
}

describe('serveOnDemand', () => {
  test('default: nothing starts before it is asked for, then once', async () => {
    const start = vi.fn(behind)
    const { url, isStarted } = await serve(start)
    expect((await fetch(`${url}/`)).status).toBe(200)
    expect((await fetch(`${url}/x`, { method: 'OPTIONS' })).status).toBe(204)
    expect(isStarted()).toBe(false)
    const both = await Promise.all([
      fetch(`${url}/a?b=1`),
      fetch(`${url}/tx`, { method: 'POST', body: 'beef' }),
    ])
    expect(await Promise.all(both.map((answer) => answer.text()))).toEqual([
      'GET /a?b=1 ',
      'POST /tx beef',
    ])
    expect((await fetch(`${url}/no`)).status).toBe(404)
    expect(start).toHaveBeenCalledTimes(1)
  })

  test('behavior: what did not start is said, and tried again', async () => {
    const start = vi.fn(behind).mockRejectedValueOnce(new Error('no room'))
    const { url } = await serve(start)
    const first = await fetch(`${url}/a`)
    expect([first.status, await first.text()]).toEqual([503, 'no room'])
    expect((await fetch(`${url}/a`)).status).toBe(200)
  })

  test('behavior: a web socket is handed on, and closed by what stands behind', async () => {
    const { url, isStarted, stop } = await serve(behindSocket)
    const socket = new WebSocket(`${url.replace('http', 'ws')}/path?a=1`)
    await once(socket, 'open')
    expect(isStarted()).toBe(true)
    const heard = once(socket, 'message')
    socket.send('hello')
    expect(String((await heard)[0])).toBe('/path?a=1 hello')
    const closed = once(socket, 'close')
    await stop()
    expect((await closed)[0]).toBe(1001)
  })

  test('error: a web socket is refused where none is taken, and where nothing starts', async () => {
    const { url } = await serve(behind)
    const refused = new WebSocket(url.replace('http', 'ws'))
    expect((await once(refused, 'error'))[0].message).toMatch(/200$/)
    const broken = await serve(() => Promise.reject(new Error('no room')))
    const absent = new WebSocket(broken.url.replace('http', 'ws'))
    expect((await once(absent, 'error'))[0].message).toMatch(/503$/)
  })

  test('behavior: it ends with what it started', async () => {
    const made = await behind()
    const served = await serveOnDemand(0, async () => made)
    await fetch(`${served.url}/a`)
    await served.stop()
    expect(made.stop).toHaveBeenCalledTimes(1)
  })
})
