import { errorBodySchema } from '@latchkey/protocol/schema'
import { type Json, jsonSchema, makeOpenApi, type Operation } from '../../base/open-api.ts'
import type { Route } from '../../ports/route.ts'

const reasons: Readonly<Record<number, string>> = {
  400: 'A parameter or the body is malformed, or not served here; `field` says which.',
  401: 'The project, or the secret, is unknown.',
  403: 'Pages of this origin may not use the project.',
  404: 'There is no such thing.',
  409: 'It contradicts what was there before.',
  405: 'This address is asked by another method; `allow` says which.',
  413: 'The body is too large.',
  422: 'It is well-formed and cannot be done; `field` says why.',
  429: 'Too many requests of this caller, or of the project: wait for `Retry-After`.',
  500: 'Failed without a foreseen reason; the log has it under `x-request-id`.',
  503: 'What stands behind it does not answer at the moment.',
}

const seconds = { schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait.' }
const identity: readonly Json[] = [
  {
    name: 'st',
    in: 'query',
    schema: { type: 'string' },
    description: 'SDK type; anything is taken.',
  },
  {
    name: 'sv',
    in: 'query',
    schema: { type: 'string' },
    description: 'SDK version; anything is taken.',
  },
]
const project: Json = {
  name: 'projectId',
  in: 'query',
  schema: { type: 'string', maxLength: 64 },
  description: 'The project; where there is a body it may stand there instead.',
}

/**
 * Creates an OpenAPI 3.1 document of the routes with a summary, from the same shapes that check
 * requests and answers.
 */
export function openApiDocument(routes: readonly Route[]): Json {
  return makeOpenApi({
    title: 'Latchkey gateway',
    description:
      'What pages ask beside their wallet. Every GET may carry `st` and `sv`; any origin may ask (CORS).',
    operations: routes
      .filter(({ summary }) => summary !== undefined)
      .flatMap((route) => route.paths.map((path) => describeRoute(route, path))),
    components: {
      schemas: { Refusal: jsonSchema(errorBodySchema) },
      securitySchemes: {
        secret: { type: 'http', scheme: 'bearer', description: 'A secret of the project.' },
      },
    },
  })
}

function describeRoute(route: Route, path: string): Operation {
  const isRequired = route.method === 'GET'
  return {
    method: route.method.toLowerCase(),
    path,
    summary: route.summary,
    query: route.query,
    parameters: [
      ...Object.entries(route.described?.headers ?? {}).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
        description,
      })),
      ...(route.access === 'open' ? [] : identity),
      ...(hasProjectParameter(route, path) ? [{ ...project, required: isRequired }] : []),
    ],
    body: route.json ?? route.described?.body,
    security: route.described?.hasSecret ? [{ secret: [] }] : undefined,
    responses: Object.fromEntries([...describeSuccess(route), ...describeRefusals(route, path)]),
  }
}

/** Whether the id of the project is a parameter in the query; on some paths it is in the path. */
function hasProjectParameter({ access }: Route, path: string): boolean {
  return access !== 'open' && !path.includes('/:project')
}

function describeSuccess({ answer, described = {} }: Route): readonly (readonly [string, Json])[] {
  const { success: status = 200, type = 'application/json' } = described
  if (status === null) return []
  const headers = { 'x-request-id': { schema: { type: 'string', format: 'uuid' } } }
  if (status === 204) return [['204', { description: 'Taken.', headers }]]
  const shape = answer ?? described.answer
  const schema = shape ? jsonSchema(shape) : {}
  return [
    [String(status), { description: 'The answer.', headers, content: { [type]: { schema } } }],
  ]
}

function describeRefusals(
  { method, access, query, json, described }: Route,
  path: string,
): readonly (readonly [string, Json])[] {
  const statuses = [
    ...(query || json || described?.body || path.includes(':') ? [400] : []),
    ...(access === 'open' ? [] : [401]),
    ...(access === 'project' ? [403] : []),
    ...(method === 'GET' ? [] : [413]),
    429,
    ...(described?.refusals ?? []),
  ]
  const schema = { $ref: '#/components/schemas/Refusal' }
  return [
    ...[...new Set(statuses)].map((status) => {
      const retryHeaders = status === 429 ? { headers: { 'retry-after': seconds } } : {}
      return [
        String(status),
        {
          description: reasons[status] ?? 'Refused.',
          ...retryHeaders,
          content: { 'application/json': { schema } },
        },
      ] as const
    }),
    [
      '500',
      { description: reasons[500], content: { 'text/plain': { schema: { type: 'string' } } } },
    ],
  ]
}
