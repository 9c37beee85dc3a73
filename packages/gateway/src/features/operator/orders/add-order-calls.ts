import type { Hono, MiddlewareHandler } from 'hono'
import type { Config } from '../../../base/config/schema.ts'
import { keyedHash } from '../../../base/keyed-hash.ts'
import { databaseKey } from '../../../data/database-key.ts'
import type { Sql } from '../../../data/sql.ts'
import { type WebhookStore, webhookStore } from '../../orders/webhooks/webhook-store.ts'
import { findOperatorProject } from '../edit-projects.ts'
import { Fault } from '../fault.ts'
import type { OperatorEnv } from '../operator-env.ts'
import { readBody } from '../read-body.ts'
import { acceptOrder, noteRefund, refundShape } from './decide-order.ts'
import {
  listProjectSecrets,
  makeProjectSecret,
  revokeProjectSecret,
  secretShape,
  webhookShape,
} from './order-access.ts'
import { ordersAsCsv } from './orders-csv.ts'
import { readOperatorOrder, readOrdersPage } from './read-orders.ts'

/**
 * Adds the calls about orders to the operator API. Calls that only read accept any operator key.
 * Calls that change orders, secrets or webhooks need a key that may write.
 */
export function addOrderCalls(
  app: Hono<OperatorEnv, never, '/operator'>,
  { db, orders }: { readonly db: Sql; readonly orders: Config['orders'] },
  requireWriteScope: MiddlewareHandler<OperatorEnv>,
): void {
  const openWebhooks = async (): Promise<WebhookStore> =>
    webhookStore(db, keyedHash(await databaseKey(db, 'orders')))
  const findId = async (id: string): Promise<string> => (await findOperatorProject(db, id)).id

  app.get('/v1/projects/:id/orders', async (context) => {
    const page = await readOrdersPage(
      db,
      await findId(context.req.param('id')),
      context.req.query(),
    )
    return context.json({ ...page, isEnabled: orders !== undefined })
  })
  app.get('/v1/projects/:id/orders.csv', async (context) => {
    const id = await findId(context.req.param('id'))
    return context.body(ordersAsCsv(db, id), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orders-${id}.csv"`,
    })
  })
  app.get('/v1/projects/:id/orders/:order', async (context) => {
    const id = await findId(context.req.param('id'))
    return context.json(await readOperatorOrder(db, id, context.req.param('order')))
  })
  app.post('/v1/projects/:id/orders/:order/refund', requireWriteScope, async (context) => {
    const id = await findId(context.req.param('id'))
    const body = await readBody(context.req, refundShape)
    await noteRefund(db, id, context.req.param('order'), body)
    return context.body(null, 204)
  })
  app.post('/v1/projects/:id/orders/:order/accept', requireWriteScope, async (context) => {
    const id = await findId(context.req.param('id'))
    await acceptOrder(db, id, context.req.param('order'))
    return context.body(null, 204)
  })

  app.get('/v1/projects/:id/secrets', requireWriteScope, async (context) => {
    const id = await findId(context.req.param('id'))
    return context.json({ secrets: await listProjectSecrets(db, id) })
  })
  app.post('/v1/projects/:id/secrets', requireWriteScope, async (context) => {
    const id = await findId(context.req.param('id'))
    const body = await readBody(context.req, secretShape)
    return context.json(await makeProjectSecret(db, id, body), 201)
  })
  app.delete('/v1/projects/:id/secrets/:secret', requireWriteScope, async (context) => {
    const id = await findId(context.req.param('id'))
    await revokeProjectSecret(db, id, context.req.param('secret'))
    return context.body(null, 204)
  })

  app.get('/v1/projects/:id/webhook', requireWriteScope, async (context) => {
    const webhook = await (await openWebhooks()).find(await findId(context.req.param('id')))
    return context.json({
      url: webhook?.url ?? null,
      changedAt: webhook?.changedAt.getTime() ?? null,
    })
  })
  app.put('/v1/projects/:id/webhook', requireWriteScope, async (context) => {
    const id = await findId(context.req.param('id'))
    const { url, isSecretNew } = await readBody(context.req, webhookShape)
    if (!url.startsWith('https:') && !orders?.allowPrivateWebhooks)
      throw new Fault('invalid', 'url: is not encrypted', 'Give an https address', { field: 'url' })
    const webhooks = await openWebhooks()
    const secret = await webhooks.set(id, url, isSecretNew)
    const webhook = await webhooks.find(id)
    return context.json({
      url,
      changedAt: webhook?.changedAt.getTime() ?? null,
      ...(secret === undefined ? {} : { secret }),
    })
  })
  app.delete('/v1/projects/:id/webhook', requireWriteScope, async (context) => {
    await (await openWebhooks()).remove(await findId(context.req.param('id')))
    return context.body(null, 204)
  })
}
