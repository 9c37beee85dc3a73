import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { ensureBrowser } from '../../../../scripts/browser.mjs'
import { serveFolder } from '../../../../scripts/serve.mjs'
import { withEnv } from '../../../../tests/helpers/with-env.ts'
import { policy } from '../../vite.config.ts'
import { serveLoopback } from './test-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
const conditions = ['latchkey-source', 'module', 'browser', 'import', 'default']

/** A host page with a strict content policy, on another origin than the wallet. */
async function startHost(
  code: string,
  companionUrl: string,
  rpcUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const script = `import { announceTestWallet } from './in-page.js'
    announceTestWallet(${JSON.stringify({ companionUrl, rpcUrl })})`
  const { port, close } = await serveLoopback((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname
    const isScript = path.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; connect-src ${rpcUrl}`,
    )
    response.end(
      path === '/in-page.js'
        ? code
        : path === '/host.js'
          ? script
          : '<title>Shop</title><script type="module" src="/host.js"></script>',
    )
  })
  return { url: `http://127.0.0.1:${port}/`, close }
}

async function buildInPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(import.meta.resolve('@latchkey/signer/in-page')),
        formats: ['es'],
      },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}

/** Environment of the browser tests: chain, built companion, host page, browser. */
export interface Site {
  readonly devnet: EvmDevnet
  readonly companionUrl: string
  readonly hostUrl: string
  readonly browser: Browser
  stop(): Promise<void>
}

/** `relayPort`: port of the companion's relay. */
export async function startSite({
  relayPort,
  args = [],
}: {
  relayPort?: number
  args?: readonly string[]
} = {}): Promise<Site> {
  const outDir = mkdtempSync(join(tmpdir(), 'companion-'))
  const devnet = await startEvmDevnet()
  const env = {
    LATCHKEY_EVM_PORT: new URL(devnet.url).port,
    ...(relayPort === undefined ? {} : { LATCHKEY_GATEWAY_PORT: String(relayPort) }),
  }
  await withEnv(env, () => build({ root, logLevel: 'error', build: { outDir } }))
  const companion = await serveLoopback(
    serveFolder(outDir, { headers: { 'content-security-policy': policy } }),
  )
  const companionUrl = `http://localhost:${companion.port}`
  const host = await startHost(await buildInPage(), companionUrl, devnet.url)
  const browser = await chromium.launch({
    executablePath: process.env.LATCHKEY_HEADLESS ?? (await ensureBrowser()),
    args: [...flags, ...args],
  })
  return {
    devnet,
    companionUrl,
    hostUrl: host.url,
    browser,
    async stop() {
      await browser.close()
      await host.close()
      await companion.close()
      await devnet.stop()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

/** A visitor on the host page, where the wallet's window may open. */
export interface Visit {
  start(method: string, params?: unknown): Promise<void>
  outcome(): Promise<{ result?: unknown; code?: number; data?: unknown }>
  ask(
    method: string,
    params?: unknown,
  ): Promise<{ result?: unknown; code?: number; data?: unknown }>
  open(method: string, params?: unknown): Promise<Page>
  closing(popup: Page, act: () => Promise<void>): Promise<void>
  press(popup: Page, name: 'Approve' | 'Reject'): Promise<void>
  script(value: object): Promise<void>
}

export function createVisit(context: BrowserContext, page: Page): Visit {
  /** Starts a request; its result is read later, because the window must be handled first. */
  const start = async (method: string, params: unknown = []): Promise<void> => {
    await page.evaluate(
      ({ method, params }) => {
        const { testWallet } = window as unknown as {
          testWallet: { provider: { request(call: object): Promise<unknown> } }
        }
        const outcome = testWallet.provider.request({ method, params }).then(
          (result) => ({ result }),
          ({ code, message, data }) => ({ code, message, data }),
        )
        Object.assign(window, { outcome: () => outcome })
      },
      { method, params },
    )
  }
  const outcome = (): Promise<{ result?: unknown; code?: number; data?: unknown }> =>
    page.evaluate(() => (window as unknown as { outcome(): Promise<object> }).outcome())
  const ask = async (method: string, params: unknown = []) => {
    await start(method, params)
    return outcome()
  }
  const open = async (method: string, params: unknown = []): Promise<Page> => {
    const opened = context.waitForEvent('page')
    await start(method, params)
    const popup = await opened
    await popup.getByRole('button', { name: 'Approve' }).waitFor()
    return popup
  }
  /** The window may close before the browser confirms the input that closed it. */
  const closing = async (popup: Page, act: () => Promise<void>): Promise<void> => {
    const closed = popup.waitForEvent('close')
    await act().catch((error: unknown) => {
      if (!popup.isClosed()) throw error
    })
    await closed
  }
  const press = (popup: Page, name: 'Approve' | 'Reject'): Promise<void> =>
    closing(popup, () => popup.getByRole('button', { name }).click())
  const script = (value: object): Promise<void> =>
    page.evaluate(
      (value) =>
        (window as unknown as { testWallet: { script(s: object): void } }).testWallet.script(value),
      value,
    )
  return { start, outcome, ask, open, closing, press, script }
}

/** Accessibility violations of a page, by rule. */
export async function findings(page: Page): Promise<string[]> {
  // Evaluated through the debugger, which the page's content policy does not restrict.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await axe.run()).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
  })
}
