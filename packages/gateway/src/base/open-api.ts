import { z } from 'zod'
import { version } from './version.ts'

/** A part of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>

/** One call of an API. */
export interface Operation {
  /** HTTP method, in lower case. */
  readonly method: string
  /** Path of the call, with its parameters written as `:name`. */
  readonly path: string
  readonly summary: string | undefined
  readonly query: z.ZodType | undefined
  /** Parameters in addition to those in the path and in the query. */
  readonly parameters?: readonly Json[]
  readonly body: z.ZodType | undefined
  /** How the caller authenticates at this call; absent when the rule of the whole API applies. */
  readonly security?: readonly Json[] | undefined
  /** Possible responses, by HTTP status. */
  readonly responses: Json
}

export interface ApiDescription {
  readonly title: string
  readonly description: string
  /** Path with which the paths of all calls begin. */
  readonly prefix?: string
  readonly operations: readonly Operation[]
  readonly components: Json
  readonly security?: readonly Json[]
}

/** Creates an OpenAPI 3.1 document from the shapes that check requests and answers. */
export function makeOpenApi({
  title,
  description,
  prefix = '',
  operations,
  components,
  security,
}: ApiDescription): Json {
  const paths = new Map<string, Record<string, Json>>()
  for (const operation of operations) {
    const name = `${prefix}${operation.path.replace(/:(\w+)/g, '{$1}')}`
    paths.set(name, { ...paths.get(name), [operation.method]: describeOperation(operation) })
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    ...(security ? { security } : {}),
    paths: Object.fromEntries(paths),
    components,
  }
}

function describeOperation(operation: Operation): Json {
  const { method, path, summary, query, parameters = [], body, security, responses } = operation
  return {
    operationId: nameOperation(method, path),
    summary,
    parameters: [...describePath(path), ...describeQuery(query), ...parameters],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(body) } },
          },
        }
      : {}),
    ...(security ? { security } : {}),
    responses,
  }
}

function nameOperation(method: string, path: string): string {
  const camelCasePath = path.replace(/[^a-z\d]+(.?)/gi, (_, next: string) => next.toUpperCase())
  return `${method}${camelCasePath}${path.endsWith('/') ? 'Slash' : ''}`
}

function describePath(path: string): readonly Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }))
}

function describeQuery(query: z.ZodType | undefined): readonly Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = jsonSchema(query) as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** The JSON schema of what a caller may send for `shape`, before defaults are filled in. */
export function jsonSchema(shape: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return schema
}
