import { originsAnswerSchema } from '@latchkey/protocol/schema'
import { defineRoute, type Route } from '../../../ports/route.ts'

/**
 * `GET /projects/v1/origins`: asked from anywhere, since the page wants to know whether it is
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
