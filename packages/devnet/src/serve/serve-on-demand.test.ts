import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type OnDemand, serveOnDemand } from './serve-on-demand.ts'

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
async function serve(start: () => ReturnType<typeof behind>): Promise<OnDemand> {
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

  test('behavior: it ends with what it started', async () => {
    const made = await behind()
    const served = await serveOnDemand(0, async () => made)
    await fetch(`${served.url}/a`)
    await served.stop()
    expect(made.stop).toHaveBeenCalledTimes(1)
  })
})
