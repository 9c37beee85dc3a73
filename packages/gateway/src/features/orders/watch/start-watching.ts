import { boundedCache } from '../../../base/bounded-cache.ts'
import type { Config } from '../../../base/config/schema.ts'
import { formatErrorReason } from '../../../base/describe-error.ts'
import type { Log } from '../../../base/log.ts'
import { pauseFor } from '../../../base/pause-for.ts'
import type { Database } from '../../../data/sql.ts'
import { paymentReader } from '../../../families/evm/payments/payment-reader.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import { expireOrders } from './expire-orders.ts'
import { hasWaitingOrders, type WatchContext, watchChainOnce } from './watch-chain.ts'

export type OrderRules = NonNullable<Config['orders']>

export interface WatchOptions {
  readonly config: Pick<Config, 'chains'>
  readonly rules: OrderRules
  readonly database: Pick<Database, 'db' | 'tryLock'>
  readonly nodes: NodePort
  readonly log: Log
  /** Current time, in milliseconds since the epoch. */
  readonly now: () => number
}

/** Handle of the watchers that look for payments of orders on the chains. */
export interface OrderWatch {
  /**
   * Returns the context for recording payments on a chain; undefined for a chain on which no order
   * can be paid.
   */
  find(chain: string): WatchContext | undefined
  stop(): Promise<void>
}

/** Milliseconds between two attempts to become the process that watches a chain. */
const takeOverMs = 2_000
const seenMs = 600_000
const longestPauseMs = 30_000
const defaultConfirmations = 12

/**
 * Watches every EVM chain of the configuration. Of all processes that share the database, only the
 * process that holds the chain's lock watches the chain.
 */
export function startWatching(options: WatchOptions): OrderWatch {
  const { config, rules, database, nodes, log, now } = options
  const stopController = new AbortController()
  const contexts = new Map(
    config.chains
      .filter(({ id }) => id.startsWith('eip155:'))
      .map(({ id }) => [
        id as string,
        {
          db: database.db,
          chain: id,
          reader: paymentReader(nodes, id),
          needed: rules.confirmations[id] ?? defaultConfirmations,
          logRange: rules.logRange,
          lateMs: rules.lateSeconds * 1_000,
          seen: boundedCache<true>(20_000, seenMs),
          failures: boundedCache<number>(1_000, seenMs),
          log,
          now,
        },
      ]),
  )
  const tasks = [
    ...[...contexts.values()].map((context) =>
      watchUnderLock(options, context, stopController.signal),
    ),
    expireRegularly(options, stopController.signal),
  ]
  return {
    find: (chain) => contexts.get(chain),
    async stop() {
      stopController.abort()
      await Promise.all(tasks)
    },
  }
}

async function watchUnderLock(
  { database, rules, log }: WatchOptions,
  context: WatchContext,
  stopSignal: AbortSignal,
): Promise<void> {
  const { chain } = context
  const logFailure = (error: unknown): undefined => {
    if (!stopSignal.aborted)
      log.error({ chain, reason: formatErrorReason(error) }, 'orders: a look at the chain failed')
  }
  while (!stopSignal.aborted) {
    // Holding the lock needs a database connection, so no process takes the lock before an order
    // waits on the chain.
    if (!(await hasWaitingOrders(context).catch(logFailure))) {
      await pauseFor(rules.pollMs, stopSignal)
      continue
    }
    const lock = await database.tryLock(`orders ${chain}`).catch(logFailure)
    if (!lock) {
      await pauseFor(takeOverMs, stopSignal)
      continue
    }
    const signal = AbortSignal.any([stopSignal, lock.signal])
    let failures = 0
    while (!signal.aborted) {
      const outcome = await watchChainOnce(context, signal).catch((error) => {
        logFailure(error)
        return 'failed' as const
      })
      failures = outcome === 'failed' ? failures + 1 : 0
      const pauseMs = Math.min(
        Math.max(longestPauseMs, rules.pollMs),
        rules.pollMs * 2 ** Math.min(10, failures),
      )
      if (outcome !== true) await pauseFor(pauseMs, signal)
    }
    await lock.release().catch(logFailure)
  }
}

async function expireRegularly(
  { database, rules, log, now }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await expireOrders(database.db, now(), signal).catch((error) => {
      if (!signal.aborted)
        log.error({ reason: formatErrorReason(error) }, 'orders: old ones could not be ended')
    })
    await pauseFor(rules.pollMs, signal)
  }
}
