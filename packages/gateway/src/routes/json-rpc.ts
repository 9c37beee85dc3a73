import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { isAllowedMethod } from '../allowed-method.ts'
import { type PageCall, splitCalls } from '../http/split-calls.ts'
import type { NodeAnswer, NodeCall } from '../providers/node-port.ts'
import { refusal } from '../refuse.ts'
import { type Parts, type Route, route } from '../route.ts'

/** `POST /v1?chainId=` (facts 1.15): one call or a batch, ids echoed as they were written. */
export function jsonRpcRoute({ config, nodes }: Pick<Parts, 'config' | 'nodes'>): Route {
  return route({
    method: 'POST',
    paths: ['/v1', '/v1/'],
    access: 'project',
    query: z.object({ chainId: chainIdSchema }),
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
    access: 'open',
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
