import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { awaitInTime } from '../../../base/await-in-time.ts'
import { describeError, formatErrorReason } from '../../../base/describe-error.ts'
import type { Log } from '../../../base/log.ts'
import { orderEvents } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { PublicFetch } from '../../../ports/image-port.ts'
import { signWebhook } from './sign-webhook.ts'
import { makeWebhookMetrics } from './webhook-metrics.ts'
import type { WebhookStore } from './webhook-store.ts'

export interface WebhookQueueOptions {
  readonly db: Sql
  readonly webhooks: Pick<WebhookStore, 'open'>
  readonly fetchPublic: PublicFetch
  readonly log: Log
  readonly now: () => number
  /** Interval in milliseconds between two queries for events that are due. */
  readonly pollMs: number
}

/** Queue that sends the stored events about orders to the projects' webhooks. */
export interface WebhookQueue {
  /** Looks for due events now, without waiting for the next interval. */
  wake(): void
  /**
   * Stops after at most 3 s. Events that are not delivered by then are sent after the next start.
   */
  stop(): Promise<void>
  /** Returns the queue's metrics as Prometheus text. */
  renderMetrics(): Promise<string>
}

const maxConcurrent = 8
/**
 * Maximum number of parallel calls for one project, so that a slow webhook does not delay those of
 * other projects.
 */
const maxConcurrentOfProject = 2
/**
 * Milliseconds within which a webhook has to answer, and milliseconds after which another replica
 * may send the same event.
 */
const deliveryTimeoutMs = 10_000
const leaseMs = 20_000
/**
 * Times in milliseconds: the pause after the first failed attempt, which doubles with each further
 * failure; the longest pause; and the age at which the queue gives up an event.
 */
const firstPauseMs = 5_000
const longestPauseMs = 3_600_000
const lifeMs = 3 * 86_400_000
const stopTimeoutMs = 3_000

type EventRow = typeof orderEvents.$inferSelect

/**
 * Creates the queue of webhook calls. An event keeps its id and its body at every attempt, also
 * after a restart. Only one replica at a time sends an event. A webhook that does not answer delays
 * neither the watcher nor other projects' events.
 */
export function webhookQueue(options: WebhookQueueOptions): WebhookQueue {
  const { db, webhooks, fetchPublic, log, now, pollMs } = options
  const deliveries = new Map<string, { projectId: string; delivery: Promise<void> }>()
  const metrics = makeWebhookMetrics()
  const stopController = new AbortController()
  const state = { round: Promise.resolve() }

  /**
   * Sends an event to the project's webhook. Returns the HTTP status, or undefined when the project
   * has no webhook; throws when the call fails.
   */
  async function call({ id, projectId, body }: EventRow): Promise<number | undefined> {
    const webhook = await webhooks.open(projectId)
    if (!webhook) return undefined
    const { status } = await awaitInTime(
      fetchPublic(new URL(webhook.url), {
        maxBytes: 0,
        signal: AbortSignal.any([AbortSignal.timeout(deliveryTimeoutMs), stopController.signal]),
        post: {
          body,
          headers: {
            'content-type': 'application/json',
            'latchkey-event': id,
            'latchkey-signature': signWebhook(webhook.secret, body, now()),
          },
        },
      }),
      deliveryTimeoutMs + 1_000,
    )
    return status
  }
  async function deliver(event: EventRow): Promise<void> {
    const outcome = await call(event).then(
      (status) => ({ status, result: status === undefined ? 'no webhook' : String(status) }),
      (error) => ({ status: 0, result: formatErrorReason(error) }),
    )
    if (stopController.signal.aborted && outcome.status === 0) return
    const { status } = outcome
    // A project whose webhook was removed gets no more calls.
    const isDropped = status === undefined
    const isOver = isDropped || (status >= 200 && status < 300)
    const isLost = !isOver && now() - event.at.getTime() >= lifeMs
    if (isOver) metrics.count(isDropped ? 'dropped' : 'delivered')
    else metrics.count(isLost ? 'lost' : 'failed')
    if (!isOver)
      log.error(
        { event: event.id, project: event.projectId, result: outcome.result },
        isLost ? 'an order event was given up' : 'an order event was not taken',
      )
    const pauseMs = Math.min(firstPauseMs * 2 ** (event.tries - 1), longestPauseMs)
    await db
      .update(orderEvents)
      .set({
        lastResult: outcome.result.slice(0, 100),
        dueAt: isOver || isLost ? null : new Date(now() + pauseMs),
        deliveredAt: isOver && !isDropped ? new Date(now()) : null,
      })
      .where(eq(orderEvents.id, event.id))
  }
  /** Sends the events that are due, up to the maximum numbers of parallel calls. */
  async function takeDueEvents(): Promise<void> {
    while (deliveries.size < maxConcurrent && !stopController.signal.aborted) {
      const event = await leaseDueEvent()
      if (!event) return
      const delivery = deliver(event)
        .catch((error) => log.error(describeError(error), 'an order event could not be noted'))
        .finally(() => {
          deliveries.delete(event.id)
          startRound()
        })
      deliveries.set(event.id, { projectId: event.projectId, delivery })
    }
  }
  async function leaseDueEvent(): Promise<EventRow | undefined> {
    const [at, farAhead] = [now(), now() + longestPauseMs + leaseMs].map((ms) =>
      new Date(ms).toISOString(),
    )
    // An event whose next attempt is further ahead than the longest pause is due too: the clock was
    // set back after the time of the attempt was computed.
    const isDue = sql`(${orderEvents.dueAt} <= ${at}::timestamptz or ${orderEvents.dueAt} > ${farAhead}::timestamptz)`
    const dueEvent = db
      .select({ id: orderEvents.id })
      .from(orderEvents)
      .where(and(isDue, notInArray(orderEvents.projectId, listBusyProjects())))
      .orderBy(orderEvents.dueAt)
      .limit(1)
      .for('update', { skipLocked: true })
    const [leased] = await db
      .update(orderEvents)
      .set({ dueAt: new Date(now() + leaseMs), tries: sql`${orderEvents.tries} + 1` })
      .where(sql`${orderEvents.id} in (${dueEvent})`)
      .returning()
    return leased
  }
  function listBusyProjects(): string[] {
    const projectIds = [...deliveries.values()].map(({ projectId }) => projectId)
    return projectIds.filter(
      (id) => projectIds.filter((one) => one === id).length >= maxConcurrentOfProject,
    )
  }
  function startRound(): void {
    if (stopController.signal.aborted) return
    state.round = state.round
      .then(takeDueEvents)
      .catch((error) => log.error(describeError(error), 'order events could not be looked for'))
  }
  const timer = setInterval(startRound, pollMs)
  timer.unref()
  startRound()

  return {
    wake: startRound,
    async stop() {
      stopController.abort()
      clearInterval(timer)
      await state.round
      const unfinished = [...deliveries.keys()]
      const calls = [...deliveries.values()].map(({ delivery }) => delivery)
      await awaitInTime(Promise.all(calls), stopTimeoutMs).catch(() => undefined)
      // The events of the unfinished calls become due now, so that the next process can send them
      // at once.
      if (unfinished.length > 0)
        await awaitInTime(
          db
            .update(orderEvents)
            .set({ dueAt: new Date(now()) })
            .where(
              sql`${inArray(orderEvents.id, unfinished)} and ${orderEvents.dueAt} is not null and ${orderEvents.deliveredAt} is null`,
            ),
          stopTimeoutMs,
        ).catch(() => undefined)
    },
    renderMetrics: async () =>
      metrics.render(await db.$count(orderEvents, sql`${orderEvents.dueAt} is not null`)),
  }
}
