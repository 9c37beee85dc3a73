import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Question {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface JsonRpcNode {
  readonly url: string
  /** Methods of each request, a batch in brackets: `['a', '[b,c]']`. */
  readonly seen: string[]
  /** Number of requests whose client disconnected before the answer. */
  left: number
  /** How the next requests are answered. */
  how: Manner
  stop(): void
}

type Answer = (questions: readonly Question[], isBatch: boolean, response: ServerResponse) => void
/** Named behaviours, or an answer of the test's own. */
type Manner = 'answers' | 'hangs' | 'takes no batches' | Answer

const spell = (value: unknown): string => JSON.stringify(value)
/** Answers a request with its own parameters. */
export const echo = ({ id, params }: Question): unknown => ({ jsonrpc: '2.0', id, result: params })

/** A JSON-RPC server for tests: it records the requests and behaves as told. */
export async function jsonRpcNode(how: Manner = 'answers'): Promise<JsonRpcNode> {
  const server = createServer(async (request, response) => {
    const parts: string[] = []
    for await (const part of request) {
      parts.push(String(part))
    }
    const asked = JSON.parse(parts.join('')) as Question | Question[]
    const questions = [asked].flat()
    const methods = questions.map(({ method }) => method).join()
    node.seen.push(Array.isArray(asked) ? `[${methods}]` : methods)
    response.on('close', () => {
      if (!response.writableEnded) node.left++
    })
    if (node.how === 'hangs') return
    if (typeof node.how === 'function') return node.how(questions, Array.isArray(asked), response)
    if (!Array.isArray(asked)) return void response.end(spell(echo(asked)))
    if (node.how === 'takes no batches')
      return void response.writeHead(400).end(
        spell({
          jsonrpc: '2.0',
          id: null,
          error: { code: -32600, message: 'Batch is not supported' },
        }),
      )
    // Answers in another order than the requests, which JSON-RPC allows.
    response.end(spell(asked.map(echo).reverse()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: JsonRpcNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    left: 0,
    how,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return node
}
