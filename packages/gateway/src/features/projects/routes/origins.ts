import { originsAnswerSchema } from '@latchkey/protocol/schema'
import { defineRoute, type Route } from '../../../ports/route.ts'

/**
 * `GET /projects/v1/origins`: open to any origin, because a page asks whether its origin is
 * allowed.
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
