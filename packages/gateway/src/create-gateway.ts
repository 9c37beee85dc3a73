import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { z } from 'zod'
import { findProject } from './find-project.ts'
import { readText } from './http/read-text.ts'
import { readRefusal, refusal } from './refuse.ts'
import type { Answer, Asked, Parts, Route } from './route.ts'
import { routes } from './routes.ts'
import { tokenBucket } from './token-bucket.ts'

/** Where lines of the log go; neither query nor address nor body is ever among the fields. */
export interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface GatewayOptions extends Parts {
  readonly log: Log
  /** Address of the caller, for rate limits only. */
  readonly callerOf: (context: Context) => string
  /** In development an answer of ours that breaks its own shape is a 500; elsewhere it is logged and sent. */
  readonly isDevelopment: boolean
  /** Routes beside the usual ones. */
  readonly extraRoutes?: readonly Route[]
  /** Dashboard and operator API: apart from everything pages of other origins may ask, so without CORS. */
  readonly operator?: Hono
}

const allowedHeaders =
  'content-type,user-agent,referer,origin,access-control-request-method,access-control-request-headers,solana-client,sec-fetch-mode,x-sdk-type,x-sdk-version'

/** The whole gateway as a Hono application; it holds no global state, so two may live in one process. */
export function createGateway(options: GatewayOptions): Hono {
  const { config, log, callerOf } = options
  const app = new Hono()
  const bucket = tokenBucket(config.rateLimit)

  app.use(async (context, next) => {
    const startedAt = performance.now()
    const id = randomUUID()
    context.header('x-request-id', id)
    await next()
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    const route = context.get('route' as never) ?? 'none'
    log.info({ id, method: context.req.method, route, status: context.res.status, ms }, 'request')
  })
  // Before CORS: no page of another origin reads these.
  if (options.operator) app.route('/', options.operator)
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'OPTIONS'],
      allowHeaders: allowedHeaders.split(','),
      exposeHeaders: ['x-request-id', 'retry-after'],
      maxAge: 86_400,
    }),
  )
  for (const route of [...routes(options), ...(options.extraRoutes ?? [])])
    app.on(route.method, [...route.paths], async (context) => {
      const [path = ''] = route.paths
      context.set('route' as never, path as never)
      const wait = bucket.take(`${callerOf(context)} ${route.method} ${path}`)
      if (wait > 0) {
        context.header('retry-after', String(wait))
        throw refusal(429, 'rate_limited', 'Too many requests: wait and try again')
      }
      return spell(
        context,
        route,
        await route.handle((await check(context, route, options)) as Asked<never, never>),
        options,
      )
    })
  app.notFound((context) => context.json(body('', 'There is nothing at this address'), 404))
  app.onError((error, context) => {
    const known = readRefusal(error)
    if (known) return context.json(body(known.field, known.description), known.status)
    log.error({ id: context.res.headers.get('x-request-id'), name: error.name, stack: error.stack }, 'failed')
    return context.text('Internal server error', 500)
  })
  return app
}

async function check(context: Context, route: Route, { config, projects }: Parts): Promise<Asked> {
  const text = route.method === 'POST' ? await readText(context.req, config.rpc.maxRequestBytes) : ''
  const claim = {
    fromQuery: context.req.query('projectId') || undefined,
    body: text,
    origin: context.req.header('origin'),
    isAnyOrigin: route.access === 'any-origin',
  }
  const project = route.access === 'open' ? undefined : await findProject(projects, claim)
  const read = route.query?.safeParse(context.req.query())
  if (read && !read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: '' }
    throw refusal(400, String(path[0] ?? ''), `${path.join('.')}: ${message}`)
  }
  const json = route.json && readJson(text, route.json)
  return { context, query: read?.data, json, body: text, project, signal: context.req.raw.signal }
}

function readJson(text: string, shape: z.ZodType): unknown {
  const parsed = shape.safeParse(parseText(text))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
  throw refusal(400, String(path[0] ?? ''), `${path.join('.') || 'the body'}: ${message}`)
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(400, '', 'The body is not JSON')
  }
}

function spell(context: Context, route: Route, answer: Answer, { isDevelopment, log }: GatewayOptions): Response {
  if (answer instanceof Response) {
    for (const [name, value] of answer.headers) context.header(name, value)
    return context.newResponse(answer.body, answer.status as 200)
  }
  const checked = route.answer?.safeParse(answer.json)
  if (checked && !checked.success) {
    log.error({ route: route.paths[0], issues: checked.error.issues.slice(0, 3) }, 'answer breaks its own shape')
    if (isDevelopment) return context.text('Internal server error', 500)
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) context.header(name, value)
  return context.json(answer.json as object)
}

function body(field: string, description: string): object {
  return { status: 'FAILED', reasons: [{ field, description: description.slice(0, 500) }] }
}
