import { orderAnswerSchema } from '@latchkey/protocol/schema'
import { refusal } from '../../../base/refuse.ts'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

const idPattern = /^([a-z\d-]{1,32})\.([\w-]{1,128})$/i

/**
 * The state of an order, a call that the gateway adds to the published ones. The order's id, 128
 * random bits, is the only secret needed.
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
