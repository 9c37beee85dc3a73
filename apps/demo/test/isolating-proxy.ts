import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site whose pages isolate their popups. */
export interface IsolatingProxy {
  readonly port: number
  stop(): Promise<void>
}

/**
 * Serves another local port's content, each document with
 * `Cross-Origin-Opener-Policy: same-origin`.
 */
export async function startIsolatingProxy(port: number): Promise<IsolatingProxy> {
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (given) => {
      const isDocument = given.headers['content-type']?.startsWith('text/html') === true
      const policy = isDocument ? { 'cross-origin-opener-policy': 'same-origin' } : {}
      answer.writeHead(given.statusCode ?? 502, { ...given.headers, ...policy })
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  // The development server and its page use a socket.
  server.on('upgrade', ({ method, url: path, headers }, socket, head) => {
    const passed = request({ host: '127.0.0.1', port, method, path, headers })
    passed.on('upgrade', (given, other) => {
      const lines = Object.entries(given.headers).map(([name, value]) => `${name}: ${value}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      other.write(head)
      other.pipe(socket).pipe(other)
      const end = (): void => {
        socket.destroy()
        other.destroy()
      }
      for (const one of [socket, other]) {
        one.on('error', end).on('close', end)
      }
    })
    passed.on('error', () => socket.destroy())
    passed.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
