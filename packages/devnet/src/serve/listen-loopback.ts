import { createServer, type RequestListener, type Server } from 'node:http'

/** A server on loopback. */
export interface Listening {
  readonly port: number
  /** URL of the server: `http://localhost:…` for a fixed port, else `http://127.0.0.1:…`. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Bind addresses for a port. Port 0 gets IPv4 only, because the operating system would choose a
 * different port for IPv6.
 */
export const hostsOf = (port: number): readonly string[] =>
  port === 0 ? ['127.0.0.1'] : ['127.0.0.1', '::1']

/** Listens on loopback only. `port` 0 lets the operating system choose. */
export async function listenLoopback(port: number, answer: RequestListener): Promise<Listening> {
  const servers: Server[] = []
  const stop = async () => {
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          }),
      ),
    )
  }
  try {
    for (const host of hostsOf(port)) {
      servers.push(await startServer(port, host, answer))
    }
  } catch (error) {
    await stop()
    throw error
  }
  const address = servers[0]?.address()
  const boundPort = typeof address === 'object' && address ? address.port : port
  return {
    port: boundPort,
    url: `http://${port === 0 ? '127.0.0.1' : 'localhost'}:${boundPort}`,
    stop,
  }
}

function startServer(port: number, host: string, answer: RequestListener): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(answer)
    server.once('error', reject).listen(port, host, () => resolve(server))
  })
}
