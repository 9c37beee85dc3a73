import { z } from 'zod'
import { version } from '../../base/version.ts'
import { type OperatorCall, operatorCalls } from './operator-calls.ts'

type Json = Readonly<Record<string, unknown>>

const reasons: Readonly<Record<number, string>> = {
  400: 'The body or a parameter is malformed; `field` says which.',
  401: 'The token is missing, unknown or revoked.',
  403: 'The key may read only, or a page of another origin asks.',
  404: 'There is no such thing.',
  409: 'There is one of this name already.',
  429: 'Too many wrong tokens, or too many open tails: wait for `Retry-After`.',
  500: 'Failed without a foreseen reason; the log has it.',
}

const text = z.string()
const fault = z.strictObject({
  status: z.literal('FAILED'),
  code: text,
  reasons: z.array(z.strictObject({ field: text, description: text, fix: text })),
})

/** The operator API as an OpenAPI 3.1 document, from the shapes that check its bodies. */
export function operatorDocument(calls: readonly OperatorCall[] = operatorCalls): Json {
  const paths = new Map<string, Record<string, Json>>()
  for (const call of calls) {
    const name = `/operator${call.path.replace(/:(\w+)/g, '{$1}')}`
    paths.set(name, { ...paths.get(name), [call.method]: describeOperation(call) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey gateway, operator',
      version,
      description: 'For the dashboard and programs of the operator: no cookies, no CORS.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Fault: jsonSchema(fault) },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The operator token, or a key.' },
      },
    },
  }
}

function describeOperation({ method, path, summary, query, body, ...call }: OperatorCall): Json {
  const { properties = {} } = query
    ? (jsonSchema(query) as { properties?: Record<string, Json> })
    : {}
  return {
    operationId: `${method}${path.replace(/[^a-z\d]+(.?)/gi, (_, next: string) => next.toUpperCase())}`,
    summary,
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', minLength: 1 },
      })),
      ...Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        required: false,
        schema,
      })),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(body) } },
          },
        }
      : {}),
    responses: {
      [call.status]: describeSuccess(call),
      ...describeRefusals(body !== undefined, call.refusals),
    },
  }
}

function describeSuccess({
  answer,
  type = 'application/json',
  status,
}: Pick<OperatorCall, 'answer' | 'type' | 'status'>): Json {
  if (status === 204) return { description: 'Done.' }
  return {
    description: 'The answer.',
    content: { [type]: { schema: answer ? jsonSchema(answer) : { type: 'string' } } },
  }
}

function describeRefusals(hasBody: boolean, own: readonly number[]): Json {
  const statuses = new Set([...(hasBody ? [400] : []), 401, 403, ...own, 429, 500])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } }
  return Object.fromEntries(
    [...statuses].map((status) => [status, { description: reasons[status], content }]),
  )
}

function jsonSchema(shape: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return schema
}
