import { rpcBatchSize } from '@latchkey/protocol'
import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { isAllowedMethod } from '../allowed-method.ts'
import { type PageCall, splitCalls } from '../http/split-calls.ts'
import type { NodeAnswer, NodeCall } from '../providers/node-port.ts'
import { refusal } from '../refuse.ts'
import { type Parts, type Route, route } from '../route.ts'

const id = z.union([z.string().max(256), z.number(), z.null()])
const call = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().max(128),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
})
const answered = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
})

/** `POST /v1?chainId=` (facts 1.15): one call or a batch, ids echoed as they were written. */
export function jsonRpcRoute({ config, nodes }: Pick<Parts, 'config' | 'nodes'>): Route {
  return route({
    method: 'POST',
    paths: ['/v1', '/v1/'],
    summary: 'JSON-RPC to a node of the chain: one call or a batch',
    access: 'project',
    query: z.object({ chainId: chainIdSchema }),
    described: {
      body: z.union([call, z.array(call).min(1).max(rpcBatchSize)]),
      answer: z.union([answered, z.array(answered)]),
      refusals: [503],
    },
    async handle({ query: { chainId }, body, signal }) {
      if (!config.chains.some(({ id }) => id === chainId))
        throw refusal(400, 'chainId', `Chain ${chainId} is not served here`)
      const { isBatch, calls } = splitCalls(body)
      const isServed = (call: PageCall): call is PageCall & NodeCall =>
        call.method !== undefined && isAllowedMethod(chainId, call.method, config.rpc.allowMethods)
      const served = calls.filter(isServed)
      const answers = served.length ? await nodes.ask(chainId, served, signal) : []
      const byCall = new Map(served.map((call, at) => [call as PageCall, answers[at]]))
      const texts = calls.map((call) => spell(call, byCall.get(call)))
      return new Response(isBatch ? `[${texts.join(',')}]` : texts[0], {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
}

/** `GET /v1`: this address speaks WebSocket or nothing, and WebSocket is not served yet. */
export function upgradeRoute(): Route {
  return route({
    method: 'GET',
    paths: ['/v1', '/v1/', '/ws'],
    summary: 'Nothing: WebSocket is not served here',
    access: 'open',
    described: { success: null, refusals: [426] },
    handle: () => {
      throw refusal(426, '', 'Send JSON-RPC by POST')
    },
  })
}

function spell({ id, method }: PageCall, answer: NodeAnswer | undefined): string {
  if (answer) return `{"jsonrpc":"2.0","id":${id},"${answer.kind}":${answer.text}}`
  const error = method
    ? { code: -32601, message: 'The method does not exist or is not available here' }
    : { code: -32600, message: 'Invalid request' }
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`
}
