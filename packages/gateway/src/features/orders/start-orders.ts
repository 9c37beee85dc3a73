import { orderIdPattern } from '@latchkey/protocol'
import { isAllowedOrigin } from '../../base/allowed-origin.ts'
import type { Config } from '../../base/config/schema.ts'
import { keyedHash } from '../../base/keyed-hash.ts'
import type { Log } from '../../base/log.ts'
import { refusal } from '../../base/refuse.ts'
import { databaseKey } from '../../data/database-key.ts'
import type { ProjectStore } from '../../data/project-store.ts'
import type { Database } from '../../data/sql.ts'
import type { PublicFetch } from '../../ports/image-port.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { OrderPort } from '../../ports/order-port.ts'
import type { PricePort } from '../../ports/price-port.ts'
import type { TokenPort } from '../../ports/token-port.ts'
import { createOrder } from './create/create-order.ts'
import { findProjectOfSecret } from './create/project-secrets.ts'
import { describeOrder } from './state/describe-order.ts'
import { readOrder, type StoredOrder } from './state/order-rows.ts'
import { startWatching } from './watch/start-watching.ts'
import { tellPayment } from './watch/tell-payment.ts'
import { webhookQueue } from './webhooks/webhook-queue.ts'
import { webhookStore } from './webhooks/webhook-store.ts'

export interface OrdersOptions {
  readonly config: Pick<Config, 'orders' | 'chains'>
  readonly database: Pick<Database, 'db' | 'tryLock'>
  readonly projects: ProjectStore
  readonly nodes: NodePort
  readonly tokens: TokenPort
  readonly prices: Pick<PricePort, 'now'>
  /** Sends webhook calls, and refuses addresses that may not be called. */
  readonly fetchPublic: PublicFetch
  readonly log: Log
  readonly now?: () => number
}

export interface StartedOrders {
  /** Port for the routes of orders; absent when orders are not configured. */
  readonly orders: OrderPort | undefined
  stop(): Promise<void>
  renderMetrics(): Promise<string>
}

/**
 * Starts everything about orders: the port for their routes, the watcher of the chains, and the
 * webhook calls.
 */
export async function startOrders(options: OrdersOptions): Promise<StartedOrders> {
  const { config, database, projects, nodes, log, fetchPublic, now = Date.now } = options
  const { orders: rules } = config
  if (!rules)
    return { orders: undefined, stop: async () => undefined, renderMetrics: async () => '' }
  const { db } = database
  const watch = startWatching({ config, rules, database, nodes, log, now })
  const hash = keyedHash(await databaseKey(db, 'orders'))
  const queue = webhookQueue({
    db,
    webhooks: webhookStore(db, hash),
    fetchPublic,
    log,
    now,
    pollMs: rules.pollMs,
  })
  const services = { ...options, db, now, readerOf: (chain: string) => watch.find(chain)?.reader }
  const findForPage = async (id: string, origin: string | undefined): Promise<StoredOrder> => {
    const stored = orderIdPattern.test(id) ? await readOrder(db, id) : undefined
    if (!stored) throw refusal(404, 'id', 'There is no such order')
    const project = await projects.find(stored.order.projectId)
    if (!project) throw refusal(404, 'id', 'There is no such order')
    if (origin !== undefined && !isAllowedOrigin(origin, project.origins))
      throw refusal(403, 'origin', 'Pages of this origin may not use this project')
    return stored
  }
  return {
    orders: {
      async authorize(secret) {
        const projectId = await findProjectOfSecret(db, secret)
        if (!projectId || !(await projects.find(projectId)))
          throw refusal(401, 'authorization', 'No project has this secret')
        return projectId
      },
      create: (projectId, request, signal) => createOrder(services, projectId, request, signal),
      find: async (id, origin) => describeOrder(await findForPage(id, origin)),
      async tell(id, origin, notice, signal) {
        const stored = await findForPage(id, origin)
        await tellPayment(db, stored, watch.find(notice.chain), notice, signal)
        queue.wake()
        return describeOrder((await readOrder(db, id)) ?? stored)
      },
    },
    async stop() {
      await watch.stop()
      await queue.stop()
    },
    renderMetrics: () => queue.renderMetrics(),
  }
}
