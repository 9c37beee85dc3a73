import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { callerKey } from '../base/caller-key.ts'
import { describeError } from '../base/describe-error.ts'
import { readInnerCaller } from '../base/inner-caller.ts'
import { isOutage } from '../base/is-outage.ts'
import type { Log } from '../base/log.ts'
import { readRefusal, refusal } from '../base/refuse.ts'
import { type RequestBucket, tokenBucket } from '../base/token-bucket.ts'
import { type Watch, watchNothing } from '../base/watch/watch.ts'
import type { Answer, CheckedRequest, Route, RouteServices } from '../ports/route.ts'
import { checkRequest } from './check-request.ts'
import { openApiRoute } from './routes/open-api.ts'
import { makeRoutes } from './routes.ts'

export interface GatewayOptions extends RouteServices {
  readonly log: Log
  /** Network address of the caller, for rate limits only. */
  readonly callerOf: (context: Context) => string
  /**
   * Whether answers are checked strictly: in development an answer that breaks the route's shape
   * becomes a 500, in production it is logged and sent.
   */
  readonly isDevelopment: boolean
  /** Routes in addition to those of `makeRoutes`. */
  readonly extraRoutes?: readonly Route[]
  /**
   * Dashboard and operator API; they are separate from the routes with CORS, so pages of other
   * origins cannot read their answers.
   */
  readonly operator?: Hono
  /** Rate limits that are shared with other replicas; without them this process counts alone. */
  readonly buckets?: { readonly caller: RequestBucket; readonly project: RequestBucket } | undefined
  /** Records the duration and outcome of requests. */
  readonly watch?: Watch
}

/**
 * Number of seconds in the header Retry-After, when the database or another dependency is
 * unreachable.
 */
const outageRetrySeconds = 5
const allowedHeaders =
  'content-type,user-agent,referer,origin,access-control-request-method,access-control-request-headers,solana-client,sec-fetch-mode,x-sdk-type,x-sdk-version,x-otp'

/**
 * Creates the whole gateway as a Hono application; it has no global state, so two gateways can run
 * in one process.
 */
export function createGateway(options: GatewayOptions): Hono {
  const { config, log, callerOf, watch = watchNothing } = options

  const app = new Hono()
  const buckets = options.buckets ?? {
    caller: tokenBucket(config.rateLimit),
    project: tokenBucket(config.projectRateLimit),
  }

  app.use((context, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    const { method } = context.req
    context.header('x-request-id', requestId)
    return watch({ kind: 'request', labels: { method } }, async (addLabels) => {
      await next()
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
      const route = (context.get('route' as never) ?? 'none') as string
      const { status } = context.res
      addLabels({ route, status })
      log.info({ id: requestId, method, route, status, ms: durationMs }, 'request')
    })
  })
  // These routes are registered before CORS, so that pages of other origins cannot read their
  // answers.
  if (options.operator) app.route('/', options.operator)
  const builtInRoutes = makeRoutes(options)
  allowOtherOrigins(app, builtInRoutes)
  const refuseOverLimit = (
    context: Context,
    waitSeconds: number,
    field: string,
    description: string,
  ): void => {
    if (waitSeconds === 0) return
    context.header('retry-after', String(waitSeconds))
    throw refusal(429, field, description)
  }
  for (const route of [
    ...builtInRoutes,
    openApiRoute(builtInRoutes),
    ...(options.extraRoutes ?? []),
  ]) {
    app.on(route.method, [...route.paths], async (context) => {
      const [path = ''] = route.paths
      context.set('route' as never, path as never)
      const caller = callerKey(readInnerCaller(context) ?? callerOf(context))
      const tooManyText = 'Too many requests: wait and try again'
      const key = `${caller} ${route.method} ${path}`
      if (!route.isUnlimited)
        refuseOverLimit(context, await buckets.caller.take(key), 'rate_limited', tooManyText)
      const request = await checkRequest(context, route, options)
      // A route that costs more than the bucket's capacity takes the whole bucket, so that it can
      // still be called.
      const cost = Math.min(
        route.cost?.(request as CheckedRequest<never, never>) ?? 1,
        config.rateLimit.capacity,
      )
      if (cost > 1)
        refuseOverLimit(
          context,
          await buckets.caller.take(key, cost - 1),
          'rate_limited',
          tooManyText,
        )
      const waitSeconds = request.project ? await buckets.project.take(request.project.id, cost) : 0
      refuseOverLimit(context, waitSeconds, 'address', "Project's quota limit reached")
      return respondWith(
        context,
        route,
        await route.handle(request as CheckedRequest<never, never>),
        options,
      )
    })
  }
  app.notFound((context) => context.json(refusalBody('', 'There is nothing at this address'), 404))
  app.onError((error, context) => {
    const knownRefusal = readRefusal(error)
    if (knownRefusal) {
      const retryAfter =
        knownRefusal.retryAfter ?? (knownRefusal.status === 503 ? outageRetrySeconds : undefined)
      if (retryAfter !== undefined) context.header('retry-after', String(retryAfter))
      return context.json(
        refusalBody(knownRefusal.field, knownRefusal.description),
        knownRefusal.status,
      )
    }
    log.error({ id: context.res.headers.get('x-request-id'), ...describeError(error) }, 'failed')
    if (isOutage(error)) {
      context.header('retry-after', String(outageRetrySeconds))
      return context.json(
        refusalBody('', 'Something the gateway needs does not answer at the moment'),
        503,
      )
    }
    return context.text('Internal server error', 500)
  })
  return app
}

/**
 * Lets pages of other origins read the answers (CORS). Cookies and `Authorization` are allowed only
 * on routes with `hasCredentials`. The answers of those routes name the page's origin, because
 * browsers do not accept `*` together with credentials.
 */
function allowOtherOrigins(app: Hono, routes: readonly Route[]): void {
  const shared = {
    allowMethods: ['GET', 'POST', 'PUT', 'OPTIONS'],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 86_400,
  }
  const allowAll = cors({ ...shared, origin: '*', allowHeaders: allowedHeaders.split(',') })
  const allowCredentials = cors({
    ...shared,
    origin: (origin) => origin,
    credentials: true,
    allowHeaders: [...allowedHeaders.split(','), 'authorization'],
  })
  const isAllowedKey = 'hasCredentials' as never
  for (const path of routes.filter((route) => route.hasCredentials).flatMap(({ paths }) => paths)) {
    app.use(path, (context, next) => {
      context.set(isAllowedKey, true as never)
      return allowCredentials(context, next)
    })
  }
  app.use((context, next) => (context.get(isAllowedKey) ? next() : allowAll(context, next)))
}

function respondWith(
  context: Context,
  route: Route,
  answer: Answer,
  { isDevelopment, log }: GatewayOptions,
): Response {
  if (answer instanceof Response) {
    for (const [name, value] of answer.headers) {
      context.header(name, value)
    }
    return context.newResponse(answer.body, answer.status as 200)
  }
  const checkedAnswer = route.answer?.safeParse(answer.json)
  if (checkedAnswer && !checkedAnswer.success) {
    log.error(
      { route: route.paths[0], issues: checkedAnswer.error.issues.slice(0, 3) },
      'answer breaks its own shape',
    )
    if (isDevelopment) return context.text('Internal server error', 500)
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    context.header(name, value)
  }
  return context.json(answer.json as object, answer.status ?? 200)
}

function refusalBody(field: string, description: string): object {
  return { status: 'FAILED', reasons: [{ field, description: description.slice(0, 500) }] }
}
