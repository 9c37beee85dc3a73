import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import {
  type PostgresServer,
  startPostgres,
} from '../../packages/gateway/src/test/start-postgres.ts'
import { type RedisServer, startRedis } from '../../packages/gateway/src/test/start-redis.ts'
import { type Browser, openBrowser } from '../../packages/siwx/test/open-browser.ts'

/** Settings in a replica's file `latchkey.json`, in addition to its projects and chains. */
export type SignInSettings = Readonly<Record<string, unknown>>

/** Two replicas of a gateway that signs visitors in; they share PostgreSQL and Redis. */
export interface SignInWorld {
  readonly replicas: readonly [RunningGateway, RunningGateway]
  readonly devnet: EvmDevnet
  /** Starts a further gateway on the same database, with other settings. */
  start(settings: SignInSettings): Promise<RunningGateway>
  stop(): Promise<void>
}

export const site = 'https://shop.example'

/**
 * The projects of a new gateway: `shop` and `twin` allow the same origin, `wild` all subdomains of
 * one domain, `local` has no origins, and `closed` has switched the sign-in off.
 */
export const projects = [
  { id: 'shop', origins: [site, 'https://b.shop.example'] },
  { id: 'twin', origins: [site] },
  { id: 'wild', origins: ['https://*.shop.example'] },
  { id: 'local' },
  { id: 'closed', origins: [site], features: [{ id: 'sign_in', isEnabled: false, config: [] }] },
]

/** Starts a gateway in a new data folder; `stop` deletes the folder. */
export async function startSignInGateway(settings: SignInSettings): Promise<RunningGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sign-in-'))
  const many = { capacity: 100_000, refillPerSecond: 100_000 }
  writeFileSync(
    join(folder, 'latchkey.json'),
    JSON.stringify({ projects, rateLimit: many, signIn: {}, metrics: true, ...settings }),
  )
  const env = { LATCHKEY_GATEWAY_LOG: 'silent' }
  const gateway = await startGateway({ dataDir: folder, port: 0, env })
  return {
    ...gateway,
    async stop() {
      await gateway.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function startSignInWorld(): Promise<SignInWorld> {
  const started: { stop(): Promise<void> }[] = []
  const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
    started.unshift(one)
    return one
  }
  const postgres: PostgresServer = keep(await startPostgres())
  const redis: RedisServer = keep(await startRedis())
  const devnet = keep(await startEvmDevnet())
  const databaseUrl = await postgres.createDatabase()
  const start = async (settings: SignInSettings): Promise<RunningGateway> =>
    keep(
      await startSignInGateway({
        databaseUrl,
        redisUrl: redis.url,
        chains: [devnetChain(devnet.url)],
        ...settings,
      }),
    )
  return {
    replicas: [await start({}), await start({})],
    devnet,
    start,
    async stop() {
      for (const one of started) {
        await one.stop()
      }
    },
  }
}

/** Options of a visitor's browser in a test. */
export interface Visit {
  readonly project?: string
  readonly origin?: string
  /** Whether the page and the gateway belong to the same site; default true. */
  readonly isSameSite?: boolean
}

/**
 * Opens the browser of a visitor on a page of a project. The browser keeps cookies and sends the
 * page's origin.
 */
export function visit(
  { url }: { readonly url: string },
  { project = 'shop', origin = site, isSameSite = true }: Visit = {},
): Browser {
  return openBrowser(
    async (request) => {
      const headers = new Headers(request.headers)
      headers.set('origin', origin)
      const response = await fetch(new Request(request, { headers }))
      return isSameSite ? response : withoutLaxCookies(response)
    },
    `${url}/v1/sign-in/${project}`,
    origin,
  )
}

/**
 * Removes the cookies with `SameSite=Lax` from an answer, as a browser does on a page of another
 * site.
 */
function withoutLaxCookies(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const line of response.headers.getSetCookie()) {
    if (!line.includes('SameSite=Lax')) headers.append('set-cookie', line)
  }
  return new Response(response.body, { status: response.status, headers })
}
