import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'

/** A server that listens at once, and starts the server behind it at the first request. */
export interface OnDemandServer {
  readonly url: string
  readonly isStarted: () => boolean
  stop(): Promise<void>
}

interface BackendServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Listens on loopback and starts a chain at its first request, so that an unused chain costs
 * nothing. `GET /` is answered here and starts nothing. Web sockets are passed on.
 * @param port - 0 lets the operating system choose (one address family only)
 */
export async function serveOnDemand(
  port: number,
  start: () => Promise<BackendServer>,
): Promise<OnDemandServer> {
  const backendState: { behind?: Promise<BackendServer> | undefined } = {}
  const startBackendOnce = () => {
    backendState.behind ??= start().catch((error: unknown) => {
      // The failed start is forgotten, so that the next request tries again.
      backendState.behind = undefined
      throw error
    })
    return backendState.behind
  }
  const answerRequest = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.setHeader('access-control-allow-origin', '*')
    if (incoming.method === 'GET' && incoming.url === '/')
      return outgoing.end('A part of the Latchkey devnet: ask, and it starts.')
    if (incoming.method === 'OPTIONS') {
      const corsHeaders = {
        'access-control-allow-headers': '*',
        'access-control-allow-methods': 'GET, POST',
      }
      return outgoing.writeHead(204, corsHeaders).end()
    }
    try {
      forwardRequest(incoming, outgoing, (await startBackendOnce()).url)
    } catch (error) {
      outgoing
        .writeHead(503)
        .end(error instanceof Error ? error.message : 'the chain did not start')
    }
  }
  const answerUpgrade = async (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The client may disconnect while the chain starts; the error of its socket is ignored.
    socket.once('error', () => {})
    try {
      forwardUpgrade(incoming, socket, head, (await startBackendOnce()).url)
    } catch {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    }
  }
  const hosts = port === 0 ? ['127.0.0.1'] : ['127.0.0.1', '::1']
  const servers = await Promise.all(
    hosts.map(
      (host) =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer(
            (...requestAndResponse) => void answerRequest(...requestAndResponse),
          )
          server.on('upgrade', (...upgradeArgs) => void answerUpgrade(...upgradeArgs))
          server.once('error', reject).listen(port, host, () => resolve(server))
        }),
    ),
  )
  const address = servers[0]?.address()
  const boundPort = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://127.0.0.1:${boundPort}`,
    isStarted: () => backendState.behind !== undefined,
    async stop() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
      await (await backendState.behind?.catch(() => undefined))?.stop()
    },
  }
}

function forwardRequest(incoming: IncomingMessage, outgoing: ServerResponse, base: string): void {
  const { method, headers } = incoming
  const forwardedRequest = request(
    new URL(incoming.url ?? '/', base),
    { method, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  forwardedRequest.once('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(error.message)
  })
  outgoing.once('close', () => forwardedRequest.destroy())
  incoming.pipe(forwardedRequest)
}

/**
 * Passes a web socket on to the server behind; from then on both sockets are connected directly.
 */
function forwardUpgrade(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  base: string,
): void {
  const { method, headers } = incoming
  const forwardedRequest = request(new URL(incoming.url ?? '/', base), { method, headers })
  const dropRequest = () => forwardedRequest.destroy()
  socket.once('close', dropRequest)
  forwardedRequest.once('error', () => socket.destroy())
  // The server behind this one answered with a response instead of accepting the web socket; its
  // status is passed on.
  forwardedRequest.once('response', ({ statusCode = 502, statusMessage = '' }) => {
    socket.end(`HTTP/1.1 ${statusCode} ${statusMessage}\r\nConnection: close\r\n\r\n`)
  })
  forwardedRequest.once('upgrade', (answer, backendSocket, first) => {
    socket.off('close', dropRequest)
    const { rawHeaders } = answer
    const headerLines = rawHeaders.flatMap((name, boundPort) =>
      boundPort % 2 === 0 ? [`${name}: ${rawHeaders[boundPort + 1]}`] : [],
    )
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines.join('\r\n')}\r\n\r\n`)
    socket.write(first)
    backendSocket.write(head)
    // `pipeline` closes both sockets when either side disconnects.
    pipeline(socket, backendSocket, () => {})
    pipeline(backendSocket, socket, () => {})
  })
  forwardedRequest.end()
}
