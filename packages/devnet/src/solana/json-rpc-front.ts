import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a node answers instead of a result. */
export interface RpcFault {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Whether something thrown is meant for the asker. */
export function isRpcFault(error: unknown): error is RpcFault {
  return typeof (error as Partial<RpcFault> | null)?.code === 'number'
}

type Method = (params: readonly unknown[]) => unknown

/**
 * Answers JSON-RPC by a table of methods on loopback, one question or several at a time; pages of
 * any origin may ask.
 */
export async function startJsonRpcFront(
  methods: Readonly<Record<string, Method>>,
  port: number,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const answer = (asked: unknown) => {
    const {
      id = null,
      method,
      params,
    } = (asked ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
    const known =
      typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
    try {
      if (!known) throw { code: -32601, message: 'Method not found' } satisfies RpcFault
      return { jsonrpc: '2.0', id, result: known(Array.isArray(params) ? params : []) }
    } catch (error) {
      const fault: RpcFault = isRpcFault(error)
        ? error
        : { code: -32602, message: `Invalid params: ${String(error)}` }
      return { jsonrpc: '2.0', id, error: fault }
    }
  }
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
      const text = JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body), whole)
      return response.setHeader('content-type', 'application/json').end(text)
    } catch {
      return response.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * The amounts of a node are plain JSON numbers, also where a library of the process gives bigints a
 * `toJSON`.
 */
function whole(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Readonly<Record<string, unknown>>)[key]
  return typeof raw === 'bigint' ? Number(raw) : value
}
