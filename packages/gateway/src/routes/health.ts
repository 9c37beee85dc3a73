import { healthSchema } from '@latchkey/protocol/schema'
import { type Route, route } from '../route.ts'
import { version } from '../version.ts'

/** `GET /health`. */
export function healthRoute(): Route {
  return route({
    method: 'GET',
    paths: ['/health'],
    summary: 'Whether the gateway runs, and its version',
    access: 'open',
    answer: healthSchema,
    handle: () => ({ json: { status: 'ok', version }, headers: { 'cache-control': 'no-store' } }),
  })
}
