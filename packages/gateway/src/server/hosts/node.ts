import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { pino } from 'pino'
import { databaseProjects, seedProjects } from '../../data/database-projects.ts'
import { announceGateway } from '../../data/live-gateways.ts'
import { openDatabase } from '../../data/open-database.ts'
import { rememberedProjects } from '../../data/remembered-projects.ts'
import { startLogins } from '../../features/accounts/logins/start-logins.ts'
import { createGateway } from '../create-gateway.ts'
import { liveRoute, readyRoute } from '../routes/health.ts'
import { metricsRoute } from '../routes/metrics.ts'
import { startWatch } from '../watch/start-watch.ts'
import { databaseHelp, renderGauges } from '../watch/watch-metrics.ts'
import { callerAddress } from './caller-address.ts'
import { closeFolder } from './close-folder.ts'
import { closeServer, formatUrl, listenOn } from './http-servers.ts'
import { lockFolder } from './lock-folder.ts'
import { readFolder, warnAboutReadableConfig } from './read-folder.ts'
import { checkDisk, makeReadiness } from './readiness.ts'
import { startRelay } from './start-relay.ts'
import { startServices } from './start-services.ts'
import { startVaultServer, type VaultServer } from './vault-server.ts'

export interface StartOptions {
  /** Folder of `latchkey.json` and the database; created when missing. */
  readonly dataDir: string
  /** Port that replaces the configured one; with 0 the operating system chooses a port. */
  readonly port?: number
  readonly env?: NodeJS.ProcessEnv
}

/** A running gateway. */
export interface RunningGateway {
  /**
   * URL of the gateway on this machine; it names the loopback address when the gateway listens
   * there.
   */
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
  /** Functions that stop what was started so far. */
  const stops: (() => Promise<void>)[] = []
  const addStop = (stop: () => Promise<void>): void => void stops.push(stop)
  warnAboutReadableConfig(dataDir, loadedConfig, log)
  const endGateway = async (): Promise<void> => {
    await Promise.all([...servers.map(closeServer), ...stops.map((stop) => stop())])
    await Promise.all([database.close(), watching.stop()])
    await releaseLocks()
  }
  try {
    await seedProjects(database.db, config.projects)
    const callers = callerAddress(config.trustProxy, log)
    const readCaller = (context: Context) => callers.of(context)
    const projectStore = databaseProjects(database.db)
    const projects = rememberedProjects(projectStore)
    const buckets =
      config.redisUrl === undefined
        ? undefined
        : await (await import('../redis-buckets.ts')).redisBuckets(config.redisUrl, log)
    if (buckets) addStop(() => buckets.close())
    const { services, operator, ...started } = await startServices({
      config,
      dataDir,
      env,
      database,
      projects,
      buckets,
      watch,
      log,
      callerOf: readCaller,
      addStop,
    })
    const { relay, sockets } = await startRelay({
      config,
      dataDir,
      projectStore,
      readUpgradeCaller: callers.readUpgradeCaller,
      log,
    })
    addStop(() => sockets.stop())
    const readinessChecks = makeReadiness({
      database: async () => {
        await database.db.execute(sql`select 1`)
        return 'ok' as const
      },
      ...(buckets ? { redis: buckets.ping } : {}),
      relay: relay.check,
      disk: () => checkDisk(dataDir),
    })
    const vaultServer: { vault?: VaultServer } = {}
    const renderMetrics = async (): Promise<string> => {
      const metricTexts = await Promise.all([
        watching.render(),
        renderGauges('database', database.gauges(), databaseHelp),
        relay.renderMetrics(),
        started.renderMetrics(),
        vaultServer.vault?.renderMetrics() ?? '',
      ])
      return metricTexts.join('')
    }
    const app = createGateway({
      ...services,
      operator: operator.app,
      buckets: buckets && {
        caller: buckets.makeBucket('caller', config.rateLimit),
        project: buckets.makeBucket('project', config.projectRateLimit),
      },
      log,
      watch,
      callerOf: readCaller,
      extraRoutes: [
        liveRoute(),
        readyRoute(readinessChecks),
        metricsRoute({ isPublic: config.metrics, render: renderMetrics, callerOf: readCaller }),
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
      const startedVault = await startVaultServer(
        {
          config: { ...config, vault },
          dataDir,
          db: database.db,
          projects,
          log,
          callerOf: readCaller,
          gateway: app,
          bucket: buckets?.makeBucket,
        },
        (auth) => startLogins(auth, { providers, farcaster, projects, log }),
      )
      vaultServer.vault = startedVault
      addStop(() => startedVault.stop())
    }
    return {
      url: formatUrl(servers[0]?.address() as AddressInfo),
      vaultUrl: vaultServer.vault?.origin,
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
