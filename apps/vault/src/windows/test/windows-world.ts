import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { VaultProject, VaultWindow } from '@latchkey/protocol/vault'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core'
import { ensureBrowser } from '../../../../../scripts/browser.mjs'
import { type ApiStandIn, serveWindows } from './serve-windows.ts'
import type { Answers } from './stand-in-frame.ts'

export interface WindowsWorld {
  readonly vault: string
  readonly shop: string
  readonly browser: Browser
  /** Replaced by tests. */
  api: ApiStandIn
  /** The operator's settings beside the usual ones; replaced by tests. */
  chosen: Partial<VaultProject>
  /** Requested paths under `/api`, in order. */
  readonly asked: string[]
  /** Opens a page of the shop with a fake frame, and the window. `answers`: see `standInFrame`. */
  open(
    window: VaultWindow,
    options?: {
      readonly answers?: Answers
      readonly context?: BrowserContextOptions
      /** The page isolates its windows. */
      readonly isolated?: boolean
      /** The window's account, as the page says. */
      readonly account?: string
    },
  ): Promise<Opened>
  stop(): Promise<void>
}

export interface Opened {
  readonly page: Page
  readonly window: Page
  readonly frame: Frame
  /** Errors and warnings of the window's console. */
  readonly complaints: string[]
  /** Messages of the window to the frame, without hellos and heartbeats. */
  told(): Promise<readonly Record<string, unknown>[]>
  /** Makes the fake frame send one more message. */
  say(message: object): Promise<void>
}

export const id = 'i'.repeat(43)
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
/**
 * The built windows at `vault.localhost`, a page at `shop.localhost`, and two fakes: one for the
 * gateway's `/api` and nodes, one for the vault's frame, which sends what a test says.
 */
export async function startWindows(): Promise<WindowsWorld> {
  const built = mkdtempSync(join(tmpdir(), 'latchkey-vault-'))
  const root = join(import.meta.dirname, '../../..')
  const vite = join(root, '../../node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', built, '--emptyOutDir'], {
    cwd: root,
    env,
  })
  const asked: string[] = []
  const world = {
    api: ((path) => ({ status: 404, body: { path } })) as ApiStandIn,
    chosen: {} as Partial<VaultProject>,
  }
  const server = createServer((request, response) => {
    serveWindows(request, response, built, world, asked).catch((error) =>
      response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [vault, shop] = [`http://vault.localhost:${port}`, `http://shop.localhost:${port}`]
  const browser = await chromium.launch({
    executablePath: process.env.LATCHKEY_HEADLESS ?? (await ensureBrowser()),
    args: flags,
  })

  return {
    vault,
    shop,
    browser,
    asked,
    get api() {
      return world.api
    },
    set api(api) {
      world.api = api
    },
    get chosen() {
      return world.chosen
    },
    set chosen(chosen) {
      world.chosen = chosen
    },
    async open(kind, { answers = {}, context: options, isolated = false, account } = {}) {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto(`${shop}/${isolated ? 'isolated' : ''}`)
      const frame = page.frames().find((one) => one.url().startsWith(vault))
      if (!frame) throw new Error('no frame')
      await frame.evaluate((given) => Object.assign(window, { answers: given }), answers as object)
      const opening = context.waitForEvent('page')
      await page.evaluate(
        (url) => void window.open(url, '_blank', 'popup,width=600,height=800'),
        `${vault}/p/${kind}/demo#${id}${account === undefined ? '' : `~${account}`}`,
      )
      const opened = await opening
      const complaints: string[] = []
      opened.on('pageerror', (error) => complaints.push(error.message))
      opened.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      return {
        page,
        window: opened,
        frame,
        complaints,
        told: () =>
          frame.evaluate(() => (window as unknown as { told: Record<string, unknown>[] }).told),
        say: (message) =>
          frame.evaluate(
            (one) => (window as unknown as { say(one: object): void }).say(one),
            message,
          ),
      }
    },
    async stop() {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(built, { recursive: true, force: true })
    },
  }
}
