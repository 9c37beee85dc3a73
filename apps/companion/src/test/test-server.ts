import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLoopback } from '../../../../scripts/serve.mjs'

/** Listens on both loopback addresses, at a port that the system chooses. */
export async function serveLoopback(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const first = await listenLoopback(handler, 0)
  const second = createServer(handler)
  const isThere = await new Promise<boolean>((done) => {
    // On a machine without IPv6 only the other address is served.
    second.once('error', () => done(false))
    second.listen({ port: first.port, host: '::1' }, () => done(true))
  })
  return {
    port: first.port,
    async close() {
      await first.close()
      if (!isThere) return
      second.closeAllConnections()
      await new Promise((done) => second.close(done))
    },
  }
}
