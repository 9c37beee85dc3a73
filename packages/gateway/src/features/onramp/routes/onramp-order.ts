import { orderAnswerSchema } from '@latchkey/protocol/schema'
import { refusal } from '../../../base/refuse.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

const idPattern = /^([a-z\d-]{1,32})\.([\w-]{1,128})$/i

/**
 * Creates the route that answers the state of an order. The order's id, 128 random bits, is the
 * only secret that a caller needs. WalletConnect's API does not have this call; Latchkey adds it.
 */
export function onrampOrderRoute({ onramp }: Pick<RouteServices, 'onramp'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/onramp/orders/:id'],
    summary: 'How far an order has come',
    access: 'project',
    answer: orderAnswerSchema,
    described: { refusals: [404, 503] },
    async handle({ context, signal }) {
      const id = context.req.param('id') ?? ''
      const [, provider = '', own = ''] = idPattern.exec(id) ?? []
      const order = own ? await onramp.sellers.get(provider)?.order?.(own, signal) : undefined
      if (!order) throw refusal(404, 'id', 'There is no such order')
      return { json: { ...order, id }, headers: { 'cache-control': 'no-store' } }
    },
  })
}
