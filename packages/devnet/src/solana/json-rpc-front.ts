import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerRpc, type RpcMethod, writeJson } from './answer-question.ts'
import type { SubscriptionSockets } from './subscription-sockets.ts'

/**
 * Answers JSON-RPC calls and batches on loopback from a table of methods; pages of any origin may
 * call. Web sockets use the same port.
 */
export async function startJsonRpcFront(
  methods: Readonly<Record<string, RpcMethod>>,
  sockets: SubscriptionSockets,
  port: number,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const answerOne = (rpcRequest: unknown) => answerRpc(methods, rpcRequest)
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method !== 'POST') return response.writeHead(204).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    try {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const text = writeJson(Array.isArray(body) ? body.map(answerOne) : answerOne(body))
      return response.setHeader('content-type', 'application/json').end(text)
    } catch {
      return response.writeHead(400).end()
    }
  })
  server.on('upgrade', sockets.takeUpgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: boundPort } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${boundPort}`,
    async stop() {
      const closePromise = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      // `server.close` waits for web sockets but does not close them, so they are closed here.
      await sockets.closeSockets()
      await closePromise
    },
  }
}
