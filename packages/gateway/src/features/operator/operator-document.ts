import { z } from 'zod'
import { type Json, jsonSchema, makeOpenApi } from '../../base/open-api.ts'
import type { OperatorCall } from './operator-call.ts'
import { operatorCalls } from './operator-calls.ts'

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
const faultShape = z.strictObject({
  status: z.literal('FAILED'),
  code: text,
  reasons: z.array(z.strictObject({ field: text, description: text, fix: text })),
})

/**
 * Returns the description of the operator API as an OpenAPI 3.1 document, made from the shapes that
 * check the bodies.
 */
export function operatorDocument(calls: readonly OperatorCall[] = operatorCalls): Json {
  return makeOpenApi({
    title: 'Latchkey gateway, operator',
    description: 'For the dashboard and programs of the operator: no cookies, no CORS.',
    prefix: '/operator',
    operations: calls.map(({ method, path, summary, query, body, ...call }) => ({
      method,
      path,
      summary,
      query,
      body,
      responses: {
        [call.status]: describeSuccess(call),
        ...describeRefusals(body !== undefined, call.refusals),
      },
    })),
    components: {
      schemas: { Fault: jsonSchema(faultShape) },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The operator token, or a key.' },
      },
    },
    security: [{ token: [] }],
  })
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

function describeRefusals(hasBody: boolean, ownStatuses: readonly number[]): Json {
  const statuses = new Set([...(hasBody ? [400] : []), 401, 403, ...ownStatuses, 429, 500])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } }
  return Object.fromEntries(
    [...statuses].map((status) => [status, { description: reasons[status], content }]),
  )
}
