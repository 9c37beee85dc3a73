import { z } from 'zod'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

/**
 * Creates the route for the off-chain look-up (EIP-3668) of names in the operator's zone, which any
 * wallet may call from any origin.
 */
export function nameLookUpRoute({ names }: Pick<RouteServices, 'names'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/ccip/:sender/:data'],
    summary: 'A signed answer for a resolver of the zone (EIP-3668)',
    access: 'open',
    answer: z.object({ data: z.string() }),
    described: { refusals: [404, 503] },
    handle: async ({ context }) => {
      const { sender = '', data = '' } = context.req.param() as Readonly<Record<string, string>>
      return {
        json: { data: await names.lookUp(sender, data.replace(/\.json$/, '')) },
        headers: { 'cache-control': 'no-store' },
      }
    },
  })
}
