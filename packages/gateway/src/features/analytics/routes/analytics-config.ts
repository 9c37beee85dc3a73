import { analyticsAnswerSchema } from '@latchkey/protocol/schema'
import { defineRoute, type Route } from '../../../ports/route.ts'

/** Creates the route `GET /getAnalyticsConfig`. */
export function analyticsConfigRoute(): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/getAnalyticsConfig'],
    summary: 'Whether pages of the project send events',
    access: 'project',
    answer: analyticsAnswerSchema,
    handle: ({ project }) => ({
      json: { isAnalyticsEnabled: project?.isAnalyticsEnabled ?? false },
    }),
  })
}
