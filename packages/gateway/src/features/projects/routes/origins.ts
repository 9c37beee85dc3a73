import { originsAnswerSchema } from '@latchkey/protocol/schema'
import { defineRoute, type Route } from '../../../ports/route.ts'

/**
 * Creates the route `GET /projects/v1/origins`. Pages of any origin may call it, because a page
 * asks by it whether its own origin is allowed.
 */
export function originsRoute(): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/projects/v1/origins'],
    summary: 'The origins whose pages may use the project',
    access: 'any-origin',
    answer: originsAnswerSchema,
    handle: ({ project }) => ({ json: { allowedOrigins: project?.origins ?? [] } }),
  })
}
