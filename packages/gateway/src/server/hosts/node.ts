import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { pino } from 'pino'
import { boundedLog } from '../../base/bounded-log.ts'
import { databaseProjects, seedProjects } from '../../data/database-projects.ts'
import { announceGateway } from '../../data/live-gateways.ts'
import { openDatabase } from '../../data/open-database.ts'
import { rememberedProjects } from '../../data/remembered-projects.ts'
import { evmBalances } from '../../families/evm/evm-balances.ts'
import { startHistory } from '../../families/evm/history/start-history.ts'
import { startIndex } from '../../families/evm/index-chain/start-index.ts'
import { chainTokens } from '../../families/evm/tokens/chain-tokens.ts'
import { discoveredTokens } from '../../families/evm/tokens/discovered-tokens.ts'
import { startFamilies } from '../../families/start-families.ts'
import { startLogins } from '../../features/accounts/logins/start-logins.ts'
import { type RunningAnalytics, startAnalytics } from '../../features/analytics/start-analytics.ts'
import {
  type StartedEmailCapture,
  startEmailCapture,
} from '../../features/email-capture/start-email-capture.ts'
import { startIdentities } from '../../features/identity/start-identities.ts'
import { proxiedImages } from '../../features/images/proxied-images.ts'
import { startOnramp } from '../../features/onramp/start-onramp.ts'
import { databaseSettings } from '../../features/operator/database-settings.ts'
import { type StartedOperator, startOperator } from '../../features/operator/start-operator.ts'
import { startPrices } from '../../features/prices/start-prices.ts'
import { knownProjects } from '../../features/relay/known-projects.ts'
import { openStore } from '../../features/relay/open-store.ts'
import { createRelay } from '../../features/relay/relay.ts'
import { chainNodes } from '../../features/rpc/chain-nodes.ts'
import { startSwaps } from '../../features/swap/start-swaps.ts'
import { catalogWallets } from '../../features/wallets/catalog-wallets.ts'
import type { Index } from '../../ports/index-port.ts'
import { createGateway } from '../create-gateway.ts'
import type { RedisBuckets } from '../redis-buckets.ts'
import { liveRoute, readyRoute } from '../routes/health.ts'
import { metricsRoute } from '../routes/metrics.ts'
import { startWatch } from '../watch/start-watch.ts'
import { databaseHelp, renderGauges } from '../watch/watch-metrics.ts'
import { watchedNodes } from '../watch/watched-nodes.ts'
import { callerAddress } from './caller-address.ts'
import { closeFolder } from './close-folder.ts'
import { closeServer, formatUrl, listenOn } from './http-servers.ts'
import { lockFolder } from './lock-folder.ts'
import { publicFetch } from './public-fetch.ts'
import { readFolder, warnAboutReadableConfig } from './read-folder.ts'
import { checkDisk, makeReadiness } from './readiness.ts'
import { type RelaySockets, relaySockets } from './relay-sockets.ts'
import { startVaultServer, type VaultServer } from './vault-server.ts'

export interface StartOptions {
  /** Folder of `latchkey.json` and the database; created when missing. */
  readonly dataDir: string
  /** Port that overrides the configuration; 0 lets the operating system choose. */
  readonly port?: number
  readonly env?: NodeJS.ProcessEnv
}

/** A running gateway. */
export interface RunningGateway {
  /** Address of the gateway; on the loopback interface when it listens there. */
  readonly url: string
  /** Origin of the vault; undefined when no vault is configured. */
  readonly vaultUrl: string | undefined
  /** File with the operator's token; undefined when the environment supplies the token. */
  readonly operatorTokenPath: string | undefined
  /**
   * Stops the gateway: open requests get at most 5 s, then the database closes and the folder is
   * released.
   */
  stop(): Promise<void>
  /**
   * Makes `/ready` answer that the gateway is shutting down, and waits the configured time for load
   * balancers to notice.
   */
  drain(): Promise<void>
}

/**
 * Starts a gateway on Node: one process for one data folder.
 * @throws `config-invalid` with reason and fix
 */
export async function startGateway({
  dataDir,
  port,
  env = process.env,
}: StartOptions): Promise<RunningGateway> {
  const loadedConfig = readFolder(dataDir, env)
  const { config } = loadedConfig
  const folder = join(dataDir, 'database')
  closeFolder(dataDir)
  if (config.databaseUrl === undefined) closeFolder(folder)
  const unlock = await lockFolder(dataDir)
  const { databaseUrl: url, database: limits } = config
  const { watch, ...watching } = await startWatch(config)
  const log = pino({ level: config.logLevel })
  const announcement: { gateway?: Awaited<ReturnType<typeof announceGateway>> } = {}
  const releaseLocks = async (): Promise<void> => {
    await announcement.gateway?.stop()
    await unlock()
  }
  const openDatabaseUnderLock = async () => {
    if (url !== undefined) announcement.gateway = await announceGateway(url, limits.startTimeoutMs)
    return openDatabase({ folder, url, ...limits, watch, log })
  }
  const database = await openDatabaseUnderLock().catch(async (error) => {
    await releaseLocks()
    throw error
  })
  const servers: Server[] = []
  const openedServices: {
    sockets?: RelaySockets
    index?: Index
    analytics?: RunningAnalytics
    operator?: StartedOperator
    buckets?: RedisBuckets | undefined
    vault?: VaultServer
    emailCapture?: StartedEmailCapture
  } = {}
  warnAboutReadableConfig(dataDir, loadedConfig, log)
  const endGateway = async (): Promise<void> => {
    await Promise.all([
      ...servers.map(closeServer),
      openedServices.sockets?.stop(),
      openedServices.index?.stop(),
      openedServices.analytics?.stop(),
      openedServices.operator?.stop(),
      openedServices.buckets?.close(),
      openedServices.vault?.stop(),
      openedServices.emailCapture?.stop(),
    ])
    await Promise.all([database.close(), watching.stop()])
    await releaseLocks()
  }
  try {
    await seedProjects(database.db, config.projects)
    const limitedLog = boundedLog(log)
    const onWrongChain = (chain: string): void =>
      limitedLog.error({ chain }, `a node of ${chain} names another chain`)
    const nodes = watchedNodes(
      chainNodes(config, undefined, { onWrongChain }),
      config.chains,
      watch,
    )
    const tokens = chainTokens(config, database.db, nodes)
    const index = startIndex({ config, database, nodes, log })
    const settings = databaseSettings(database.db, config)
    const analytics = await startAnalytics({ config, settings, database, log })
    openedServices.analytics = analytics
    const callers = callerAddress(config.trustProxy, log)
    const readCaller = (context: Context) => callers.of(context)
    const operator = startOperator({
      settings,
      dataDir,
      env,
      database,
      listen: analytics.tail,
      log,
      callerOf: readCaller,
    })
    openedServices.operator = operator
    const prices = startPrices({ config, db: database.db, nodes, log, settings })
    const fetchPublic = publicFetch()
    const images = proxiedImages(config, fetchPublic)
    openedServices.index = index
    const projectStore = databaseProjects(database.db)
    const openProjects = await knownProjects(projectStore.listIds)
    const relay = await createRelay({
      limits: config.relay,
      urls: config.relay.publicUrls,
      maxBytes: config.relay.maxBytes,
      log,
      projects: openProjects,
      openStore: (listener) => openStore(config, dataDir, limitedLog, listener, openProjects.count),
    })
    openedServices.buckets =
      config.redisUrl === undefined
        ? undefined
        : await (await import('../redis-buckets.ts')).redisBuckets(config.redisUrl, log)
    const sockets = relaySockets(relay, callers.readUpgradeCaller)
    openedServices.sockets = sockets
    const shared = { config, db: database.db, nodes, images, fetchPublic }
    const evm = {
      balances: evmBalances(config, { nodes, tokens, discovered: discoveredTokens(database.db) }),
      history: startHistory({ ...shared, index, tokens, prices, log, settings }),
    }
    openedServices.emailCapture = await startEmailCapture({
      config,
      db: database.db,
      log,
      bucket: openedServices.buckets?.makeBucket,
    })
    const readinessChecks = makeReadiness({
      database: async () => {
        await database.db.execute(sql`select 1`)
        return 'ok' as const
      },
      ...(openedServices.buckets ? { redis: openedServices.buckets.ping } : {}),
      relay: relay.check,
      disk: () => checkDisk(dataDir),
    })
    const projects = rememberedProjects(projectStore)
    const app = createGateway({
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
      emailCapture: openedServices.emailCapture.capture,
      operator: operator.app,
      buckets: openedServices.buckets && {
        caller: openedServices.buckets.makeBucket('caller', config.rateLimit),
        project: openedServices.buckets.makeBucket('project', config.projectRateLimit),
      },
      log,
      watch,
      callerOf: readCaller,
      extraRoutes: [
        liveRoute(),
        readyRoute(readinessChecks),
        metricsRoute({
          isPublic: config.metrics,
          render: async () => {
            const metricTexts = await Promise.all([
              watching.render(),
              renderGauges('database', database.gauges(), databaseHelp),
              relay.renderMetrics(),
              index.renderMetrics(),
              analytics.renderMetrics(),
              openedServices.emailCapture?.renderMetrics() ?? '',
              openedServices.vault?.renderMetrics() ?? '',
            ])
            return metricTexts.join('')
          },
          callerOf: readCaller,
        }),
      ],
      isDevelopment: env.NODE_ENV !== 'production',
    })
    const listener = getRequestListener(app.fetch)
    for (const host of config.host) {
      const server = createServer(listener).on('upgrade', sockets.upgrade)
      const firstAddress = servers[0]?.address() as AddressInfo | undefined
      const isListening = await listenOn(
        server,
        host,
        firstAddress?.port ?? port ?? config.port,
        servers.length > 0,
      )
      if (isListening) servers.push(server)
    }
    if (config.vault) {
      const vault = { ...config.vault, port: port === 0 ? 0 : config.vault.port }
      const { providers, farcaster } = vault
      openedServices.vault = await startVaultServer(
        {
          config: { ...config, vault },
          dataDir,
          db: database.db,
          projects,
          log,
          callerOf: readCaller,
          gateway: app,
          bucket: openedServices.buckets?.makeBucket,
        },
        (auth) => startLogins(auth, { providers, farcaster, projects, log }),
      )
    }
    return {
      url: formatUrl(servers[0]?.address() as AddressInfo),
      vaultUrl: openedServices.vault?.origin,
      operatorTokenPath: operator.tokenPath,
      stop: endGateway,
      async drain() {
        readinessChecks.startDraining()
        await setTimeout(config.drainMs)
      },
    }
  } catch (error) {
    await endGateway()
    throw error
  }
}
