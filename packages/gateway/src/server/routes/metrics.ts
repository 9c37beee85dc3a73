import type { Context } from 'hono'
import { refusal } from '../../base/refuse.ts'
import { defineRoute, type Route } from '../../ports/route.ts'

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * Creates the route `GET /metrics`, which answers metrics in Prometheus text format.
 * @param options.isPublic - whether everybody may read the metrics; if false, only programs on this
 * machine may, but no web page and no proxied request
 */
export function metricsRoute(options: {
  readonly isPublic: boolean
  readonly render: () => Promise<string>
  readonly callerOf: (context: Context) => string
}): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/metrics'],
    access: 'open',
    async handle({ context }) {
      const isForeign = ['origin', 'x-forwarded-for', 'forwarded', 'sec-fetch-site'].some((name) =>
        context.req.header(name),
      )
      if (!options.isPublic && (isForeign || !loopback.test(options.callerOf(context))))
        throw refusal(404, '', 'There is nothing at this address')
      return new Response(await options.render(), {
        headers: { 'content-type': 'text/plain; version=0.0.4' },
      })
    },
  })
}
