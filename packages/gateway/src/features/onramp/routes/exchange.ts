import { chainOf, isAccountId } from '@latchkey/protocol'
import {
  exchangeStatusResultSchema,
  exchangesResultSchema,
  exchangeUrlResultSchema,
} from '@latchkey/protocol/schema'
import type { Context } from 'hono'
import { z } from 'zod'
import { readRefusal, refusal } from '../../../base/refuse.ts'
import type { Project } from '../../../data/project-store.ts'
import type { ExchangePort, ExchangeSeller } from '../../../ports/onramp-port.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'
import { checkReturnUrl } from '../check-return-url.ts'
import { exchangeAsset } from '../exchange-asset.ts'
import { isWalletOn } from '../is-wallet-on.ts'

const pageSize = 50
const name = z.string().min(1).max(128)
const names = z.array(name).max(100)
const amount = z.union([z.string().regex(/^\d{1,40}(?:\.\d{1,36})?$/), z.number().positive()])
const asset = z.string().max(256)
const shapes = {
  reown_getExchanges: z.object({
    page: z.int().min(1).max(1_000).default(1),
    includeOnly: names.optional(),
    exclude: names.optional(),
    asset: asset.optional(),
    amount: amount.optional(),
  }),
  reown_getExchangePayUrl: z.object({
    exchangeId: name,
    asset,
    amount,
    recipient: z.string().max(256),
    // WalletConnect's version of this call does not have `returnUrl`; Latchkey adds it.
    returnUrl: z.string().max(2_048).optional(),
  }),
  reown_getExchangeBuyStatus: z.object({ exchangeId: name, sessionId: name }),
} as const
type Method = keyof typeof shapes
type MethodParams<M extends Method> = z.output<(typeof shapes)[M]>

const id = z.union([z.string().max(256), z.number(), z.null()])
const call = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().max(128),
  params: z.record(z.string().max(64), z.unknown()).optional(),
})
const answerShape = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  result: z
    .union([exchangesResultSchema, exchangeUrlResultSchema, exchangeStatusResultSchema])
    .optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
})

/**
 * Creates the route `POST /v1/json-rpc` for deposits from exchanges; errors are reported as
 * JSON-RPC errors.
 */
export function exchangeRoute({
  exchanges,
  callerOf,
}: Pick<RouteServices, 'exchanges'> & { readonly callerOf: (context: Context) => string }): Route {
  return defineRoute({
    method: 'POST',
    paths: ['/v1/json-rpc'],
    summary: 'Deposits from an exchange',
    access: 'project',
    json: call,
    answer: answerShape,
    async handle({ context, json: { id, method, params = {} }, project, signal }) {
      const makeFaultAnswer = (code: number, message: string) => ({
        json: { jsonrpc: '2.0', id, error: { code, message } },
      })
      if (!Object.hasOwn(shapes, method))
        return makeFaultAnswer(-32601, 'The method does not exist or is not available here')
      const parsedParams = shapes[method as Method].safeParse(params)
      if (!parsedParams.success) {
        const { path, message } = parsedParams.error.issues[0] ?? { path: [], message: '' }
        return makeFaultAnswer(-32602, `${path.join('.') || 'params'}: ${message}`)
      }
      // The state of a deposit can also be read after the project turned deposits from exchanges
      // off.
      const port =
        method === 'reown_getExchangeBuyStatus' ? exchanges : projectPort(exchanges, project)
      try {
        const { returnUrl } = parsedParams.data as { returnUrl?: string }
        if (returnUrl !== undefined)
          checkReturnUrl(returnUrl, project, context.req.header('origin'))
        return {
          json: {
            jsonrpc: '2.0',
            id,
            result: await runMethod(port, method as Method, parsedParams.data, {
              signal,
              callerAddress: callerOf(context),
            }),
          },
        }
      } catch (error) {
        const knownRefusal = readRefusal(error)
        if (!knownRefusal) throw error
        return makeFaultAnswer(
          knownRefusal.status === 400 ? -32602 : -32000,
          knownRefusal.description,
        )
      }
    },
  })
}

/** Returns the ids of the exchanges that a project allows; none when the feature is off. */
function projectPort(port: ExchangePort, project: Project | undefined): ExchangePort {
  const feature = project?.features.find(({ id }) => id === 'fund_from_exchange')
  if (!feature || (feature.isEnabled && !feature.config?.length)) return port
  const isExchangeAllowed = (id: string): boolean =>
    feature.isEnabled && feature.config?.includes(id) === true
  return { exchanges: new Map([...port.exchanges].filter(([id]) => isExchangeAllowed(id))) }
}

interface CallContext {
  readonly signal: AbortSignal
  readonly callerAddress: string
}

function runMethod(
  port: ExchangePort,
  method: Method,
  methodParams: unknown,
  callContext: CallContext,
): unknown {
  if (method === 'reown_getExchanges')
    return listExchanges(port, methodParams as MethodParams<'reown_getExchanges'>)
  if (method === 'reown_getExchangePayUrl')
    return startDeposit(port, methodParams as MethodParams<'reown_getExchangePayUrl'>, callContext)
  const { exchangeId, sessionId } = methodParams as MethodParams<'reown_getExchangeBuyStatus'>
  return findExchange(port, exchangeId).status(sessionId, callContext.signal)
}

function listExchanges(
  { exchanges }: ExchangePort,
  { page, includeOnly, exclude = [], asset }: MethodParams<'reown_getExchanges'>,
): unknown {
  const wantedAsset = asset === undefined ? undefined : exchangeAsset(asset)
  const matchingExchanges = [...exchanges.values()].filter(
    ({ exchange, serves }) =>
      (includeOnly?.includes(exchange.id) ?? true) &&
      !exclude.includes(exchange.id) &&
      (wantedAsset === undefined || serves(wantedAsset)),
  )
  const pageExchanges = matchingExchanges.slice((page - 1) * pageSize, page * pageSize)
  return {
    exchanges: pageExchanges.map(({ exchange }) => exchange),
    total: matchingExchanges.length,
  }
}

function startDeposit(
  port: ExchangePort,
  {
    exchangeId,
    amount,
    recipient,
    returnUrl,
    ...methodParams
  }: MethodParams<'reown_getExchangePayUrl'>,
  { signal, callerAddress }: CallContext,
): unknown {
  const exchange = findExchange(port, exchangeId)
  const asset = exchangeAsset(methodParams.asset)
  if (!exchange.serves(asset))
    throw refusal(400, 'asset', `${exchange.exchange.name} does not pay this out`)
  const chain = chainOf(asset)
  const isRecipientOnChain = isAccountId(recipient) && chainOf(recipient) === chain
  if (!isRecipientOnChain || !isWalletOn(chain, recipient.slice(chain.length + 1)))
    throw refusal(400, 'recipient', `The recipient must be an account on ${chain}, as CAIP-10`)
  if (Number(amount) === 0) throw refusal(400, 'amount', 'The amount must be above zero')
  const depositRequest = { asset, amount: String(amount), recipient, callerAddress }
  return exchange.start({ ...depositRequest, ...(returnUrl && { returnUrl }) }, signal)
}

function findExchange({ exchanges }: ExchangePort, id: string): ExchangeSeller {
  const exchange = exchanges.get(id)
  if (!exchange) throw refusal(400, 'exchangeId', 'There is no such exchange')
  return exchange
}
