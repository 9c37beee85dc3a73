import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { LatchkeyError } from '@latchkey/protocol'
import type { Context } from 'hono'
import { pino } from 'pino'
import { type RunningAnalytics, startAnalytics } from '../analytics/start-analytics.ts'
import { boundedCache } from '../bounded-cache.ts'
import { createGateway } from '../create-gateway.ts'
import { databaseProjects, seedProjects } from '../data/database-projects.ts'
import { openDatabase } from '../data/open-database.ts'
import type { Project, ProjectStore } from '../data/project-store.ts'
import { startHistory } from '../history/start-history.ts'
import type { Index } from '../index-chain/index-port.ts'
import { startIndex } from '../index-chain/start-index.ts'
import { type StartedOperator, startOperator } from '../operator/start-operator.ts'
import { startPrices } from '../prices/start-prices.ts'
import { catalogWallets } from '../providers/catalog-wallets.ts'
import { chainTokens } from '../providers/chain-tokens.ts'
import { discoveredTokens } from '../providers/discovered-tokens.ts'
import { ensIdentity } from '../providers/ens-identity.ts'
import { evmBalances } from '../providers/evm-balances.ts'
import { proxiedImages } from '../providers/proxied-images.ts'
import { rpcNodes } from '../providers/rpc-nodes.ts'
import { openStore } from '../relay/open-store.ts'
import { createRelay } from '../relay/relay.ts'
import { metricsRoute } from '../routes/metrics.ts'
import { lockFolder } from './lock-folder.ts'
import { publicFetch } from './public-fetch.ts'
import { readFolder } from './read-folder.ts'
import { type RelaySockets, relaySockets } from './relay-sockets.ts'

export interface StartOptions {
  /** Holds `latchkey.json` and the database; made when missing. */
  readonly dataDir: string
  /** Overrides the configuration; 0 lets the system choose. */
  readonly port?: number
  readonly env?: NodeJS.ProcessEnv
}

/** A running gateway. */
export interface RunningGateway {
  /** On loopback where it listens there. */
  readonly url: string
  /** File with the operator's token; undefined where the environment gave it. */
  readonly operatorTokenPath: string | undefined
  /** Lets open requests end (5 s at most), closes the database, gives the folder back. */
  stop(): Promise<void>
}

const graceMs = 5_000

/**
 * Starts a gateway on Node: one process, one data folder.
 * @throws `config-invalid` with reason and fix
 */
export async function startGateway({ dataDir, port, env = process.env }: StartOptions): Promise<RunningGateway> {
  const { config } = readFolder(dataDir, env)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(dataDir)
  const { databaseUrl: url, database: limits } = config
  const database = await openDatabase({ folder: join(dataDir, 'database'), url, ...limits }).catch((error) => {
    unlock()
    throw error
  })
  const servers: Server[] = []
  const opened: { sockets?: RelaySockets; index?: Index; analytics?: RunningAnalytics; operator?: StartedOperator } = {}
  const log = pino({ level: config.logLevel })
  const end = async (): Promise<void> => {
    await Promise.all([
      ...servers.map(close),
      opened.sockets?.stop(),
      opened.index?.stop(),
      opened.analytics?.stop(),
      opened.operator?.stop(),
    ])
    await database.close()
    unlock()
  }
  try {
    await seedProjects(database.db, config.projects)
    const nodes = rpcNodes(config)
    const tokens = chainTokens(config, database.db, nodes)
    const index = startIndex({ config, database, nodes, log })
    const prices = startPrices({ config, db: database.db, nodes, log })
    const fetchPublic = publicFetch()
    const images = proxiedImages(config, fetchPublic)
    opened.index = index
    const analytics = await startAnalytics({ config, database, log })
    opened.analytics = analytics
    const caller = (context: Context) => callerOf(context, config.trustProxy)
    const operator = startOperator({ config, dataDir, env, database, listen: analytics.tail, log, callerOf: caller })
    opened.operator = operator
    const relay = await createRelay({
      limits: config.relay,
      log,
      openStore: (listener) => openStore(config, dataDir, log, listener),
    })
    const sockets = relaySockets(relay, (request) => addressOf(request, config.trustProxy))
    opened.sockets = sockets
    const app = createGateway({
      config,
      projects: remembered(databaseProjects(database.db)),
      nodes,
      index,
      tokens,
      balances: evmBalances(config, { nodes, tokens, discovered: discoveredTokens(database.db) }),
      prices,
      history: startHistory({ config, db: database.db, nodes, index, tokens, prices, images, fetchPublic, log }),
      identities: ensIdentity(config, nodes),
      images,
      wallets: catalogWallets(),
      analytics,
      operator: operator.app,
      log,
      callerOf: caller,
      extraRoutes: [
        metricsRoute({
          isPublic: config.metrics,
          render: () => relay.renderMetrics() + index.renderMetrics() + analytics.renderMetrics(),
          callerOf: caller,
        }),
      ],
      isDevelopment: env.NODE_ENV !== 'production',
    })
    const listener = getRequestListener(app.fetch)
    for (const host of config.host) {
      const server = createServer(listener).on('upgrade', sockets.upgrade)
      const taken = servers[0]?.address() as AddressInfo | undefined
      const bound = await listen(server, host, taken?.port ?? port ?? config.port, servers.length > 0)
      if (bound) servers.push(server)
    }
    return { url: urlOf(servers[0]?.address() as AddressInfo), operatorTokenPath: operator.tokenPath, stop: end }
  } catch (error) {
    await end()
    throw error
  }
}

function urlOf({ address, port }: AddressInfo): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

function listen(server: Server, host: string, port: number, isOptional: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no ::1.
      if (isOptional && (cause.code === 'EADDRNOTAVAIL' || cause.code === 'EAFNOSUPPORT')) return resolve(false)
      const reason = cause.code === 'EADDRINUSE' ? `port ${port} is taken on ${host}` : `${host}: ${cause.message}`
      reject(new LatchkeyError('config-invalid', { reason, fix: 'set LATCHKEY_GATEWAY_PORT to another port', cause }))
    })
    server.listen({ port, host, exclusive: true }, () => resolve(true))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function callerOf(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || (getConnInfo(context).remote.address ?? 'unknown')
}

function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined
  return forwarded || (socket.remoteAddress ?? 'unknown')
}

/** A project changes seldom and is asked for with every call. */
function remembered(projects: ProjectStore): ProjectStore {
  const kept = boundedCache<{ readonly project: Project | undefined }>(1_000, 5_000)
  return {
    async find(id) {
      const known = kept.get(id)
      if (known) return known.project
      const project = await projects.find(id)
      kept.set(id, { project })
      return project
    },
  }
}
