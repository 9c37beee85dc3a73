import { supportedChainsSchema } from '@latchkey/protocol/schema'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

/** Creates the route `GET /v1/supported-chains`. */
export function supportedChainsRoute({ config }: Pick<RouteServices, 'config'>): Route {
  const { names: namesConfig } = config
  const names = namesConfig && { zone: namesConfig.zone, perAddress: namesConfig.perAddress }
  return defineRoute({
    method: 'GET',
    paths: ['/v1/supported-chains'],
    summary: "The chains served, and the zone of the operator's own names",
    access: 'open',
    answer: supportedChainsSchema,
    handle: () => ({
      json: { http: config.chains.map(({ id }) => id), ws: [], ...(names && { names }) },
      headers: { 'cache-control': 'public, max-age=86400, s-maxage=86400' },
    }),
  })
}
