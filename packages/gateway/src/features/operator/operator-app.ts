import { overviewRanges } from '@latchkey/protocol'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Config } from '../../base/config/schema.ts'
import { describeError } from '../../base/describe-error.ts'
import type { Log } from '../../base/log.ts'
import { version } from '../../base/version.ts'
import type { Sql } from '../../data/sql.ts'
import type { Authorizer } from './authorize.ts'
import { type DatabaseSettings, settingShape } from './database-settings.ts'
import {
  changeProject,
  createProject,
  deleteProject,
  findOperatorProject,
  listProjects,
  newProjectShape,
  projectShape,
} from './edit-projects.ts'
import { Fault, toFault } from './fault.ts'
import { forgetEmails, forgetShape } from './forget-emails.ts'
import { keyShape, listKeys, makeKey, revokeKey } from './keys.ts'
import { operatorDocument } from './operator-document.ts'
import type { OperatorEnv } from './operator-env.ts'
import { addOrderCalls } from './orders/add-order-calls.ts'
import { readAudit } from './read-audit.ts'
import { readBody } from './read-body.ts'
import { emailsAsCsv, readEmails } from './read-emails.ts'
import { readOverview } from './read-overview.ts'
import { type ListenTail, tailStream } from './tail-stream.ts'
import {
  confirmRequest,
  listRequests,
  refuseRequest,
  unfreezeByOperator,
} from './vault-requests.ts'

export interface OperatorAppOptions {
  readonly db: Sql
  readonly authorizer: Authorizer
  readonly settings: DatabaseSettings
  /** Settings of orders; undefined when the gateway has no orders. */
  readonly orders?: Config['orders']
  readonly listen: ListenTail
  readonly log: Log
  /** Address of the caller, for the limit on wrong tokens only. */
  readonly callerOf: (context: Context) => string
  readonly isDevelopment: boolean
  /** Stops the live views of events. */
  readonly signal: AbortSignal
}

const maxTails = 50

/**
 * Creates the routes under `/operator/v1/`. They serve holders of a token: pages of this gateway,
 * and programs. Cookies and cross-origin requests (CORS) are not supported.
 */
export function operatorApp(options: OperatorAppOptions): Hono<OperatorEnv> {
  const { db, authorizer, settings, log } = options
  const app = new Hono<OperatorEnv>().basePath('/operator')
  const tails = { open: 0 }

  app.onError((error, context) => {
    const fault = toFault(error)
    if (!fault) log.error({ route: context.get('route'), ...describeError(error) }, 'failed')
    const { status, body, waitS } =
      fault ?? new Fault('server-error', 'Internal server error', 'Look into the log')
    protectAnswer(context)
    if (waitS) context.header('retry-after', String(waitS))
    if (status === 401) context.header('www-authenticate', 'Bearer')
    return context.json(body, status)
  })
  app.use(async (context, next) => {
    context.set('route', '/operator/*')
    protectAnswer(context)
    const site = context.req.header('sec-fetch-site')
    if (site && site !== 'same-origin' && site !== 'none')
      throw new Fault(
        'origin-not-allowed',
        'Pages of other origins are refused',
        'Use the dashboard of this gateway',
      )
    context.set(
      'operator',
      await authorizer.authorize(context.req.header('authorization'), options.callerOf(context)),
    )
    await next()
  })
  const requireWriteScope: MiddlewareHandler<OperatorEnv> = async (context, next) => {
    if (context.get('operator').scope !== 'write')
      throw new Fault('token-read-only', 'This key may read only', 'Use a key with the scope write')
    await next()
  }

  app.get('/v1/session', (context) => context.json({ ...context.get('operator'), version }))

  app.get('/v1/openapi.json', (context) => context.json(operatorDocument()))

  app.get('/v1/projects', async (context) => context.json({ projects: await listProjects(db) }))
  app.post('/v1/projects', requireWriteScope, async (context) => {
    const body = await readBody(context.req, newProjectShape)
    return context.json(await createProject(db, body, options.isDevelopment), 201)
  })
  app.put('/v1/projects/:id', requireWriteScope, async (context) =>
    context.json(
      await changeProject(db, context.req.param('id'), await readBody(context.req, projectShape)),
    ),
  )
  app.delete('/v1/projects/:id', requireWriteScope, async (context) => {
    await deleteProject(db, context.req.param('id'))
    return context.body(null, 204)
  })
  app.get('/v1/projects/:id/overview', async (context) => {
    const { id } = await findOperatorProject(db, context.req.param('id'))
    const requestedRange = context.req.query('range') ?? '7d'
    const range = overviewRanges.find((one) => one === requestedRange)
    const rangeFix = `Ask for one of ${overviewRanges.join(', ')}`
    if (!range)
      throw new Fault('invalid', 'range: is none that is known', rangeFix, { field: 'range' })
    return context.json(await readOverview(db, id, range, Date.now()))
  })
  app.get('/v1/projects/:id/tail', async (context) => {
    const { id } = await findOperatorProject(db, context.req.param('id'))
    if (tails.open >= maxTails)
      throw new Fault('rate-limited', `${maxTails} live tails are open already`, 'Close one', {
        waitS: 10,
      })
    tails.open += 1
    const { keyId } = context.get('operator')
    const stream = tailStream({
      listen: (listener) => options.listen(id, listener),
      isAllowed: () => authorizer.isKeyValid(keyId),
      signal: AbortSignal.any([context.req.raw.signal, options.signal]),
      onEnd: () => {
        tails.open -= 1
      },
    })
    return context.body(stream, 200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
  })

  // The email addresses of visitors can only be read with a key that may write: a read-only key may
  // only draw the dashboard.
  app.get('/v1/projects/:id/emails', requireWriteScope, async (context) => {
    const { id } = await findOperatorProject(db, context.req.param('id'))
    return context.json(await readEmails(db, id, context.req.query()))
  })
  app.get('/v1/projects/:id/emails.csv', requireWriteScope, async (context) => {
    const { id } = await findOperatorProject(db, context.req.param('id'))
    return context.body(emailsAsCsv(db, id), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="emails-${id}.csv"`,
    })
  })
  app.post('/v1/projects/:id/emails/forget', requireWriteScope, async (context) => {
    const { id } = await findOperatorProject(db, context.req.param('id'))
    await forgetEmails(db, id, await readBody(context.req, forgetShape))
    return context.body(null, 204)
  })

  addOrderCalls(app, { db, orders: options.orders }, requireWriteScope)

  app.get('/v1/settings', async (context) => context.json({ settings: await settings.list() }))
  app.put('/v1/settings/:path', requireWriteScope, async (context) => {
    await settings.set(context.req.param('path'), (await readBody(context.req, settingShape)).value)
    return context.body(null, 204)
  })
  app.delete('/v1/settings/:path', requireWriteScope, async (context) => {
    await settings.clear(context.req.param('path'))
    return context.body(null, 204)
  })

  // The vault's audit log can only be read with a key that may write.
  app.get('/v1/vault/audit', requireWriteScope, async (context) =>
    context.json(await readAudit(db, context.req.query())),
  )

  // Recovery requests decide who gets a wallet, so calls about them need a key that may write.
  app.get('/v1/vault/recoveries', requireWriteScope, async (context) =>
    context.json(await listRequests(db)),
  )
  app.post('/v1/vault/recoveries/:number/confirm', requireWriteScope, async (context) => {
    await confirmRequest(db, context.req.param('number'))
    return context.body(null, 204)
  })
  app.delete('/v1/vault/recoveries/:number', requireWriteScope, async (context) => {
    await refuseRequest(db, context.req.param('number'))
    return context.body(null, 204)
  })
  app.post('/v1/vault/accounts/:id/unfreeze', requireWriteScope, async (context) => {
    await unfreezeByOperator(db, context.req.param('id'))
    return context.body(null, 204)
  })

  app.get('/v1/keys', requireWriteScope, async (context) =>
    context.json({ keys: await listKeys(db) }),
  )
  app.post('/v1/keys', requireWriteScope, async (context) =>
    context.json(await makeKey(db, await readBody(context.req, keyShape)), 201),
  )
  app.delete('/v1/keys/:id', requireWriteScope, async (context) => {
    await revokeKey(db, context.req.param('id'))
    return context.body(null, 204)
  })
  app.all('*', () => {
    throw new Fault('not-found', 'There is nothing at this address', 'Look at docs/gateway.md')
  })
  return app
}

function protectAnswer(context: Context): void {
  context.header('cache-control', 'no-store')
  context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  context.header('cross-origin-resource-policy', 'same-origin')
  context.header('referrer-policy', 'no-referrer')
  context.header('x-content-type-options', 'nosniff')
}
