import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Ways in which a gateway can fail, and `good`: the gateway behind it answers. */
export const gatewayFaults = [
  'down',
  'slow',
  'html',
  'wrong shapes',
  '11 MiB',
  '429',
  '403',
  '500',
] as const
export type GatewayMood = (typeof gatewayFaults)[number] | 'good'

export interface BadGateway {
  readonly url: string
  /** Requested paths, in order. */
  readonly asked: string[]
  /**
   * Changes the behaviour from now on; `down` closes the port, any other opens the same port again.
   */
  become(mood: GatewayMood): Promise<void>
  stop(): Promise<void>
}

const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' }
/** The first shape is the worst: a valid envelope with invalid content. */
const shapes = [
  '{"http":[null,7,{}]}',
  'null',
  '[]',
  '{"http":"x","balances":{},"data":7,"count":"many","name":{}}',
]

/** A gateway that can fail, in front of a good one (`behind`). */
export async function badGateway(behind: string): Promise<BadGateway> {
  const asked: string[] = []
  const held: { server?: Server; port: number; mood: GatewayMood } = { port: 0, mood: 'good' }
  const turns = new Map<string, number>()
  const wrong = (pathname: string): number => {
    const turn = turns.get(pathname) ?? 0
    turns.set(pathname, turn + 1)
    return turn
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    const say = (status: number, body: string, more: object = {}): void =>
      void response
        .writeHead(status, { ...cors, 'content-type': 'application/json', ...more })
        .end(body)
    switch (held.mood) {
      case 'slow':
        return
      case 'html':
        return say(200, '<!doctype html><h1>Sign in to this network</h1>', {
          'content-type': 'text/html',
        })
      case 'wrong shapes':
        // In turns for each path, so that the first answer does not depend on other requests.
        return say(200, shapes[wrong(pathname) % shapes.length] ?? '')
      case '11 MiB':
        return say(200, `"${'x'.repeat(11 * 1024 * 1024)}"`)
      case '429':
        return say(429, '{"status":"FAILED","reasons":[]}', { 'retry-after': '60' })
      case '403':
        return say(403, '<h1>Forbidden</h1>')
      case '500':
        return say(500, 'Internal server error')
    }
    const answer = await fetch(`${behind}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(request.headers.origin && { origin: request.headers.origin }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    response.writeHead(answer.status, {
      ...cors,
      'content-type': answer.headers.get('content-type') ?? '',
    })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
  const close = async (): Promise<void> => {
    const { server } = held
    delete held.server
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
  const listen = async (): Promise<void> => {
    const server = createServer(
      (request, response) => void handle(request, response).catch(() => response.destroy()),
    )
    await new Promise<void>((resolve) => server.listen(held.port, '127.0.0.1', resolve))
    held.port = (server.address() as AddressInfo).port
    held.server = server
  }
  await listen()
  return {
    url: `http://127.0.0.1:${held.port}`,
    asked,
    async become(mood) {
      held.mood = mood
      turns.clear()
      // Requests that still hang would never end.
      await close()
      if (mood !== 'down') await listen()
    },
    stop: close,
  }
}

/**
 * Whether a console message is the browser's own about a failed request; all other messages are
 * ours.
 */
export function isOfTheNetwork(complaint: string): boolean {
  return /^Failed to load resource: (?:net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|ABORTED)|the server responded with a status of (?:401|403|429|500) \([A-Za-z ]+\))$/.test(
    complaint,
  )
}
