import type { Context } from 'hono'
import { boundedLog } from '../../base/bounded-log.ts'
import type { Config } from '../../base/config/schema.ts'
import type { Log } from '../../base/log.ts'
import type { Watch } from '../../base/watch/watch.ts'
import type { ProjectStore } from '../../data/project-store.ts'
import type { Database } from '../../data/sql.ts'
import { evmBalances } from '../../families/evm/evm-balances.ts'
import { startHistory } from '../../families/evm/history/start-history.ts'
import { startIndex } from '../../families/evm/index-chain/start-index.ts'
import { chainTokens } from '../../families/evm/tokens/chain-tokens.ts'
import { discoveredTokens } from '../../families/evm/tokens/discovered-tokens.ts'
import { startFamilies } from '../../families/start-families.ts'
import { startAnalytics } from '../../features/analytics/start-analytics.ts'
import { startEmailCapture } from '../../features/email-capture/start-email-capture.ts'
import { startIdentities } from '../../features/identity/start-identities.ts'
import { proxiedImages } from '../../features/images/proxied-images.ts'
import { startOnramp } from '../../features/onramp/start-onramp.ts'
import { databaseSettings } from '../../features/operator/database-settings.ts'
import { type StartedOperator, startOperator } from '../../features/operator/start-operator.ts'
import { startOrders } from '../../features/orders/start-orders.ts'
import { startPrices } from '../../features/prices/start-prices.ts'
import { chainNodes } from '../../features/rpc/chain-nodes.ts'
import { startSwaps } from '../../features/swap/start-swaps.ts'
import { catalogWallets } from '../../features/wallets/catalog-wallets.ts'
import type { RouteServices } from '../../ports/route.ts'
import type { RedisBuckets } from '../redis-buckets.ts'
import { watchedNodes } from '../watch/watched-nodes.ts'
import { publicFetch } from './public-fetch.ts'

export interface ServiceOptions {
  readonly config: Config
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  readonly database: Database
  readonly projects: ProjectStore
  /** Creates rate limits that the replicas share; absent without Redis. */
  readonly buckets: RedisBuckets | undefined
  readonly watch: Watch
  readonly log: Log
  readonly callerOf: (context: Context) => string
  /**
   * Receives the function that stops a service as soon as the service runs, so that the service is
   * stopped even when the start fails later.
   */
  readonly addStop: (stop: () => Promise<void>) => void
}

/** The services of a running gateway. */
export interface StartedServices {
  /** The services that the gateway's routes call. */
  readonly services: RouteServices
  readonly operator: StartedOperator
  /** Returns the metrics of all services as Prometheus text. */
  renderMetrics(): Promise<string>
}

/**
 * Starts everything that the routes call, and the operator's dashboard.
 * @throws `config-invalid`
 */
export async function startServices({
  config,
  dataDir,
  env,
  database,
  projects,
  buckets,
  watch,
  log,
  callerOf,
  addStop,
}: ServiceOptions): Promise<StartedServices> {
  const limitedLog = boundedLog(log)
  const onWrongChain = (chain: string): void =>
    limitedLog.error({ chain }, `a node of ${chain} names another chain`)
  const nodes = watchedNodes(chainNodes(config, undefined, { onWrongChain }), config.chains, watch)
  const tokens = chainTokens(config, database.db, nodes)
  const index = startIndex({ config, database, nodes, log })
  addStop(() => index.stop())
  const settings = databaseSettings(database.db, config)
  const analytics = await startAnalytics({ config, settings, database, log })
  addStop(() => analytics.stop())
  const operator = startOperator({
    settings,
    orders: config.orders,
    dataDir,
    env,
    database,
    listen: analytics.tail,
    log,
    callerOf,
  })
  addStop(() => operator.stop())
  const prices = startPrices({ config, db: database.db, nodes, log, settings })
  const fetchPublic = publicFetch()
  const images = proxiedImages(config, fetchPublic)
  const shared = { config, db: database.db, nodes, images, fetchPublic }
  const evm = {
    balances: evmBalances(config, { nodes, tokens, discovered: discoveredTokens(database.db) }),
    history: startHistory({ ...shared, index, tokens, prices, log, settings }),
  }
  const emailCapture = await startEmailCapture({
    config,
    db: database.db,
    log,
    bucket: buckets?.makeBucket,
  })
  addStop(() => emailCapture.stop())
  const orders = await startOrders({
    config,
    database,
    projects,
    nodes,
    tokens,
    prices,
    fetchPublic: config.orders?.allowPrivateWebhooks
      ? publicFetch(undefined, () => true)
      : fetchPublic,
    log,
  })
  addStop(() => orders.stop())
  const services: RouteServices = {
    config,
    projects,
    nodes,
    index,
    tokens,
    ...startFamilies({ config, nodes, prices, evm }),
    prices,
    swaps: startSwaps({ config, nodes, log, settings }),
    ...(await startOnramp({ config, prices, settings })),
    ...startIdentities(shared),
    images,
    wallets: catalogWallets(config),
    analytics,
    emailCapture: emailCapture.capture,
    orders: orders.orders,
  }
  return {
    services,
    operator,
    async renderMetrics() {
      const metricTexts = await Promise.all([
        index.renderMetrics(),
        analytics.renderMetrics(),
        emailCapture.renderMetrics(),
        orders.renderMetrics(),
      ])
      return metricTexts.join('')
    },
  }
}
