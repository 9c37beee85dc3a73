import {
  orderPaymentNoticeSchema,
  paymentOrderRequestSchema,
  paymentOrderSchema,
} from '@latchkey/protocol/schema'
import { readJson } from '../../../base/http/read-json.ts'
import { refusal } from '../../../base/refuse.ts'
import type { OrderPort } from '../../../ports/order-port.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

/** Headers that forbid caching, because an order can change at any time and its id is a secret. */
const headers = { 'cache-control': 'no-store' }

/**
 * Creates the routes of orders. WalletConnect's API does not have these calls; Latchkey adds them.
 * Their paths name no project: a merchant's server is identified by its secret, an order by its id.
 */
export function orderRoutes({ orders }: Pick<RouteServices, 'orders'>): readonly Route[] {
  const requireOrders = (): OrderPort => {
    if (!orders) throw refusal(404, '', 'No orders are made here')
    return orders
  }
  return [
    defineRoute({
      method: 'POST',
      paths: ['/v1/orders'],
      summary: 'Makes an order that a visitor pays to the merchant; for servers, by a secret',
      access: 'open',
      answer: paymentOrderSchema,
      described: {
        success: 201,
        body: paymentOrderRequestSchema,
        hasSecret: true,
        refusals: [401, 404, 409, 422, 503],
      },
      cost: () => 2,
      // The secret is checked before the body is read, so a stranger learns nothing from the errors
      // about the body.
      async handle({ context, body, signal }) {
        const [, secret] =
          /^Bearer ([\x21-\x7e]{1,512})$/i.exec(context.req.header('authorization') ?? '') ?? []
        const orderPort = requireOrders()
        const projectId = await orderPort.authorize(secret)
        const request = readJson(body, paymentOrderRequestSchema)
        return { json: await orderPort.create(projectId, request, signal), headers, status: 201 }
      },
    }),
    defineRoute({
      method: 'GET',
      paths: ['/v1/orders/:id'],
      summary: 'An order and how far it is; whoever knows its id may read it',
      access: 'open',
      answer: paymentOrderSchema,
      described: { refusals: [403, 404] },
      handle: async ({ context }) => ({
        json: await requireOrders().find(
          context.req.param('id') ?? '',
          context.req.header('origin'),
        ),
        headers,
      }),
    }),
    defineRoute({
      method: 'POST',
      paths: ['/v1/orders/:id/payments'],
      summary: 'Tells the transaction that was sent for an order; the gateway looks for itself',
      access: 'open',
      json: orderPaymentNoticeSchema,
      answer: paymentOrderSchema,
      described: { success: 202, refusals: [403, 404, 409, 422, 503] },
      cost: () => 4,
      handle: async ({ context, json, signal }) => ({
        json: await requireOrders().tell(
          context.req.param('id') ?? '',
          context.req.header('origin'),
          json,
          signal,
        ),
        headers,
        status: 202,
      }),
    }),
  ]
}
