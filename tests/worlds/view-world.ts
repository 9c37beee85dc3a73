import { createServer, type Server } from 'node:http'
import { devnetChain, devnetTokens, startEvmDevnet, startSolanaDevnet } from '@latchkey/devnet'
import type { Chain } from '@latchkey/protocol'
import { mockSolanaWallet } from '@latchkey/testing'
import type { BrowserContextOptions } from 'playwright-core'
import { startStandIn } from '../../packages/embedded/test/start-stand-in.ts'
import type { ViewCase } from '../helpers/view-case.ts'
import { fixtureGateway } from './fixture-gateway.ts'
import type { Setup } from './stage/setup.ts'

export type ThemeName = 'light' | 'dark'
export type Form = 'desktop' | 'phone'

export const themes: readonly ThemeName[] = ['light', 'dark']
/** With reduced motion, so that nothing moves while it is measured and photographed. */
export const forms: Readonly<Record<Form, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' },
  phone: {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  },
}

export interface ViewWorld {
  /** The host page's setup for a case. */
  setupOf(viewCase: ViewCase, theme?: ThemeName): Setup
  stop(): Promise<void>
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/**
 * A devnet under two network names, a node that never answers, one that refuses, a fixture gateway
 * (`url: 'fixture'`), and a fake vault (`vault: 'fixture'`).
 */
export async function startViewWorld(): Promise<ViewWorld> {
  const silent = createServer(() => {})
  const closed = createServer()
  const [devnet, solana, gateway, vault, hang, dead] = await Promise.all([
    startEvmDevnet(),
    startSolanaDevnet({ funded: mockSolanaWallet().accounts.map(({ address }) => address) }),
    fixtureGateway(),
    startStandIn(),
    listen(silent),
    listen(closed),
  ])
  await new Promise((resolve) => closed.close(resolve))
  const nodes: Readonly<Record<string, string>> = { hang, dead }
  return {
    setupOf({ setup = {} }, theme = 'light') {
      const rpcUrl = nodes[setup.rpcUrl ?? ''] ?? devnet.url
      const first: Chain = {
        ...devnetChain(rpcUrl),
        explorer: { name: 'Explorer', url: 'https://explorer.example' },
      }
      const second: Chain = { ...first, id: 'eip155:31338', name: 'Second network' }
      return {
        chains: [first, second],
        ...setup,
        ...(setup.vault && { vault: vault.url }),
        ...(setup.families && { families: { ...setup.families, solana: solana.url } }),
        ...(setup.kit?.gateway?.url === 'fixture' && {
          kit: { ...setup.kit, gateway: { ...setup.kit.gateway, url: gateway.url } },
        }),
        rpcUrl,
        modal: { tokens: devnetTokens, theme: { mode: theme }, ...setup.modal },
      }
    },
    async stop() {
      silent.closeAllConnections()
      await Promise.all([
        devnet.stop(),
        solana.stop(),
        gateway.stop(),
        vault.stop(),
        new Promise((resolve) => silent.close(resolve)),
      ])
    },
  }
}
