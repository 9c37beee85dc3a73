import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, devnetTokens, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { createPublicClient, http, type PublicClient } from 'viem'
import { build } from 'vite'
import { type RunningSandbox, startSandbox } from '../../apps/sandbox/src/server/start-sandbox.ts'
import { developmentConfig } from '../../packages/gateway/src/server/config/development.ts'
import type { Setup } from './stage/setup.ts'
import { raise, type Theatre } from './stage.ts'

/** A page, a chain, a gateway that sells coins and registers names, and the sandbox behind it. */
export interface MoneyWorld {
  readonly theatre: Theatre
  readonly devnet: EvmDevnet
  readonly gateway: RunningGateway
  readonly sandbox: RunningSandbox
  readonly chain: PublicClient
  /** The host page's setup. */
  setup(more?: Partial<Setup>): Setup
  stop(): Promise<void>
}

/**
 * Starts all of it on ports of its own; a slow card takes `slowMs`, an untouched order is abandoned
 * after `abandonMs`. Without `hasEns` the gateway only knows its own names.
 */
export async function startMoneyWorld({
  slowMs = 3_000,
  abandonMs = 600_000,
  hasEns = true,
} = {}): Promise<MoneyWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-money-'))
  const page = join(folder, 'page')
  const place = join(import.meta.dirname, '../../apps/sandbox')
  const [theatre, devnet] = await Promise.all([
    raise(),
    startEvmDevnet(),
    build({
      configFile: join(place, 'vite.config.ts'),
      root: place,
      logLevel: 'error',
      build: { outDir: page, emptyOutDir: true },
    }),
  ])
  const sandbox = await startSandbox({
    port: 0,
    rpc: devnet.url,
    folder: join(folder, 'sandbox'),
    page,
    slowMs,
    abandonMs,
  })
  const base = developmentConfig(devnet.url, sandbox.url)
  const config = {
    ...base,
    chains: base.chains?.map(({ contracts, ...chain }) => ({
      ...chain,
      ...(hasEns && { contracts }),
    })),
    projects: [{ id: 'demo', analytics: false }],
    rateLimit: { capacity: 5000, refillPerSecond: 500 },
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const gateway = await startGateway({
    dataDir: folder,
    port: 0,
    env: { LATCHKEY_GATEWAY_LOG: 'silent' },
  })
  const explorer = { name: 'Devscan', url: 'https://scan.example' }
  return {
    theatre,
    devnet,
    gateway,
    sandbox,
    chain: createPublicClient({ transport: http(devnet.url, { retryCount: 0 }) }),
    setup: ({ kit, ...more } = {}) => ({
      chains: [{ ...devnetChain(devnet.url), explorer }],
      rpcUrl: devnet.url,
      modal: { tokens: devnetTokens, lang: 'en' },
      ...more,
      kit: { gateway: { url: gateway.url, project: 'demo' }, ...kit },
    }),
    async stop() {
      await theatre.stop()
      await sandbox.stop()
      await gateway.stop()
      await devnet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
