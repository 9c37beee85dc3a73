import { healthSchema } from '@latchkey/protocol/schema'
import { version } from '../../base/version.ts'
import { defineRoute, type Route } from '../../ports/route.ts'
import type { Readiness } from '../hosts/readiness.ts'

/** Creates the route `GET /health`. */
export function healthRoute(): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/health'],
    summary: 'Whether the gateway runs, and its version',
    access: 'open',
    isUnlimited: true,
    answer: healthSchema,
    handle: () => ({ json: { status: 'ok', version }, headers: { 'cache-control': 'no-store' } }),
  })
}

/**
 * Creates the route `GET /live`, which answers while the process works; a process that does not
 * answer should be restarted.
 */
export function liveRoute(): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/live'],
    access: 'open',
    isUnlimited: true,
    handle: () => ({ json: { status: 'ok' }, headers: { 'cache-control': 'no-store' } }),
  })
}

/**
 * Creates the route `GET /ready`: it answers whether this replica should receive requests, and the
 * state of its dependencies; 503 when it should not.
 */
export function readyRoute(readiness: Readiness): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/ready'],
    access: 'open',
    isUnlimited: true,
    async handle() {
      const { isReady, status, parts } = await readiness.read()
      const headers = { 'cache-control': 'no-store', ...(isReady ? {} : { 'retry-after': '5' }) }
      return Response.json({ status, parts }, { status: isReady ? 200 : 503, headers })
    },
  })
}
