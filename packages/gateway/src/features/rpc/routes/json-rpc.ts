import type { ChainId } from '@latchkey/protocol'
import { chainIdSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { type PageCall, splitCalls } from '../../../base/http/split-calls.ts'
import { refusal } from '../../../base/refuse.ts'
import { familyOfChain } from '../../../families/families.ts'
import { isAllowedCall } from '../../../families/is-allowed-call.ts'
import type { NodeAnswer, NodeCall } from '../../../ports/node-port.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

const id = z.union([z.string().max(256), z.number(), z.null()])
const call = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().max(128),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
})
const answerShape = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
})

/** The method that the gateway answers itself, on chains of any family. */
const ownMethod = 'getAddressBalance'
/**
 * Maximum number of calls of `getAddressBalance` in a batch: each needs a node request of its own.
 */
const maxOwnCalls = 20
/**
 * Number of rate-limit tokens that a call takes, for methods that cost a node more than reading one
 * value.
 */
const costByMethod: Readonly<Record<string, number>> = {
  eth_call: 2,
  eth_estimateGas: 2,
  eth_createAccessList: 2,
  eth_feeHistory: 2,
  eth_getProof: 2,
  eth_getBlockReceipts: 5,
  eth_simulateV1: 5,
  eth_getLogs: 10,
  eth_getFilterLogs: 10,
  eth_newFilter: 10,
  simulateTransaction: 2,
  getTokenAccountsByOwner: 2,
  [ownMethod]: 2,
}
const balanceParams = z.object({ address: z.string().max(128) })

/**
 * Creates the route `POST /v1?chainId=`, which takes one JSON-RPC call or a batch; ids are returned
 * exactly as they were sent.
 */
export function jsonRpcRoute({
  config,
  nodes,
  balances,
}: Pick<RouteServices, 'config' | 'nodes' | 'balances'>): Route {
  // The body of a request is parsed once; both its cost and its calls are read from the result.
  const splitCache = new WeakMap<object, ReturnType<typeof splitCalls>>()
  const splitRequest = (request: { readonly body: string }): ReturnType<typeof splitCalls> => {
    const splitResult = splitCache.get(request) ?? splitCalls(request.body, config.rpc.maxBatch)
    splitCache.set(request, splitResult)
    return splitResult
  }
  return defineRoute({
    method: 'POST',
    paths: ['/v1', '/v1/'],
    summary:
      'JSON-RPC to a node of the chain: one call or a batch; where nodes speak REST, GET and POST of a path',
    access: 'project',
    query: z.object({ chainId: chainIdSchema }),
    described: {
      body: z.union([call, z.array(call).min(1).max(config.rpc.maxBatch)]),
      answer: z.union([answerShape, z.array(answerShape)]),
      refusals: [503],
    },
    cost: (request) => splitRequest(request).calls.reduce((sum, one) => sum + computeCost(one), 0),
    async handle(request) {
      const { chainId } = request.query
      const { signal } = request
      if (!config.chains.some(({ id }) => id === chainId))
        throw refusal(400, 'chainId', `Chain ${chainId} is not served here`)
      const { isBatch, calls } = splitRequest(request)
      const isServed = (call: PageCall): call is PageCall & NodeCall =>
        call.method !== undefined &&
        isAllowedCall(chainId, call as NodeCall, config.rpc.allowMethods)
      const ownCalls = calls.filter(({ method }) => method === ownMethod)
      if (ownCalls.length > maxOwnCalls)
        throw refusal(400, '', `A batch asks for at most ${maxOwnCalls} balances`)
      const nodeCalls = calls.filter((call) => !ownCalls.includes(call)).filter(isServed)
      const [answers, sums] = await Promise.all([
        nodeCalls.length ? nodes.ask(chainId, nodeCalls, signal) : [],
        Promise.all(ownCalls.map(({ params }) => addressBalance(chainId, params, signal))),
      ])
      const answersByCall = new Map([
        ...nodeCalls.map((call, index) => [call as PageCall, answers[index]] as const),
        ...ownCalls.map((call, index) => [call, sums[index]] as const),
      ])
      const answerTexts = calls.map((call) => formatAnswer(call, answersByCall.get(call)))
      return new Response(isBatch ? `[${answerTexts.join(',')}]` : answerTexts[0], {
        headers: { 'content-type': 'application/json' },
      })
    },
  })

  /**
   * Answers how much coin an address can spend, in base units as decimal text, in the same way for
   * every chain family.
   */
  async function addressBalance(
    chain: ChainId,
    params: string | undefined,
    signal: AbortSignal,
  ): Promise<NodeAnswer> {
    const request = balanceParams.safeParse(params === undefined ? undefined : JSON.parse(params))
    const family = familyOfChain(chain)
    if (!request.success || !family?.isAddress(request.data.address, chain))
      return {
        kind: 'error',
        text: JSON.stringify({ code: -32602, message: 'address must be an address of the chain' }),
      }
    const amount = await balances.coin({
      chain,
      address: family.normal(request.data.address),
      signal,
    })
    return { kind: 'result', text: JSON.stringify(String(amount)) }
  }
}

const postOnlyReason =
  'JSON-RPC is sent by POST to /v1?chainId=eip155:1&projectId=…; it is not served over WebSocket, so `ws` of /v1/supported-chains is empty'

/**
 * Creates the route `GET /v1`, which explains to browsers and WebSocket clients how to make calls.
 */
export function refuseGetRoute(): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1', '/v1/', '/ws'],
    summary: 'Nothing: JSON-RPC is sent by POST',
    access: 'open',
    described: { success: null, refusals: [404, 405] },
    handle: ({ context }) => {
      if (context.req.path === '/ws') throw refusal(404, '', postOnlyReason)
      context.header('allow', 'POST')
      throw refusal(405, '', postOnlyReason)
    },
  })
}

function computeCost({ method }: PageCall): number {
  return method !== undefined && Object.hasOwn(costByMethod, method)
    ? (costByMethod[method] ?? 1)
    : 1
}

function formatAnswer({ id, method }: PageCall, answer: NodeAnswer | undefined): string {
  if (answer) return `{"jsonrpc":"2.0","id":${id},"${answer.kind}":${answer.text}}`
  const error = method
    ? { code: -32601, message: 'The method does not exist or is not available here' }
    : { code: -32600, message: 'Invalid request' }
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`
}
