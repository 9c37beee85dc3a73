import { answerLimits } from '@latchkey/protocol'
import { z } from 'zod'
import {
  type CheckedRequest,
  defineRoute,
  type Route,
  type RouteServices,
} from '../../../ports/route.ts'

/**
 * Creates the route `POST /e`, which takes one event. Every request is answered as accepted, but
 * only events with a known name are stored.
 */
export function eventRoute({ analytics }: Pick<RouteServices, 'analytics'>): Route {
  return defineRoute({
    method: 'POST',
    paths: ['/e'],
    access: 'project',
    summary: 'Takes one event of a page',
    json: z.record(z.string(), z.unknown()),
    described: { success: 204 },
    handle: (request) => recordEvents(analytics, request, [request.json]),
  })
}

/**
 * Creates the route `POST /batch`, which takes up to 500 events; a malformed event is skipped
 * without affecting the others.
 */
export function eventsRoute({ analytics }: Pick<RouteServices, 'analytics'>): Route {
  return defineRoute({
    method: 'POST',
    paths: ['/batch'],
    access: 'project',
    summary: 'Takes events of a page',
    json: z.array(z.unknown()).max(answerLimits.events),
    described: { success: 204 },
    handle: (request) => recordEvents(analytics, request, request.json),
  })
}

async function recordEvents(
  analytics: RouteServices['analytics'],
  { project, context }: Pick<CheckedRequest, 'project' | 'context'>,
  rawEvents: readonly unknown[],
): Promise<Response> {
  const origin = context.req.header('origin')
  const host = origin && URL.canParse(origin) ? new URL(origin).host : undefined
  if (project) await analytics.record(project, rawEvents, host || undefined)
  return new Response(null, { status: 204 })
}
