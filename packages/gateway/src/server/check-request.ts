import type { Context } from 'hono'
import { readJson } from '../base/http/read-json.ts'
import { readText } from '../base/http/read-text.ts'
import { refusal } from '../base/refuse.ts'
import type { CheckedRequest, Route, RouteServices } from '../ports/route.ts'
import { findProject } from './find-project.ts'

/**
 * Checks the project, query and body of a request, in this order, and returns the parsed request.
 * @throws a refusal: 400, 401, 403, 413
 */
export async function checkRequest(
  context: Context,
  route: Route,
  { config, projects }: Pick<RouteServices, 'config' | 'projects'>,
): Promise<CheckedRequest> {
  const text = route.method !== 'GET' ? await readText(context.req, config.rpc.maxRequestBytes) : ''
  const projectClaim = {
    fromQuery: readProjectId(context),
    body: text,
    origin: context.req.header('origin'),
    isAnyOrigin: route.access === 'any-origin',
  }
  const project = route.access === 'open' ? undefined : await findProject(projects, projectClaim)
  const parsedQuery = route.query?.safeParse(context.req.query())
  if (parsedQuery && !parsedQuery.success) {
    const { path, message } = parsedQuery.error.issues[0] ?? { path: [], message: '' }
    throw refusal(400, String(path[0] ?? ''), `${path.join('.')}: ${message}`)
  }
  const json = route.json && readJson(text, route.json)
  return {
    context,
    query: parsedQuery?.data,
    json,
    body: text,
    project,
    signal: context.req.raw.signal,
  }
}

/** Reads the id of the project from the path, or else from the query. */
function readProjectId(context: Context): string | undefined {
  return context.req.param('project') || context.req.query('projectId') || undefined
}
