import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { configSchema } from '../../../../packages/gateway/src/base/config/schema.ts'
import { seedProjects } from '../../../../packages/gateway/src/data/database-projects.ts'
import { openDatabase } from '../../../../packages/gateway/src/data/open-database.ts'
import type { Sql } from '../../../../packages/gateway/src/data/sql.ts'
import { seedEvents } from '../../../../packages/gateway/src/test/seed-events.ts'
import { ensureBrowser } from '../../../../scripts/browser.mjs'

declare const axe: { run(context: Document, options: object): Promise<AxeResults> }

export const token = 'lko_test_0123456789abcdefghijklmnop'

/** A real gateway with its dashboard, events of two months in its database, and a browser. */
export interface World {
  readonly gateway: RunningGateway
  readonly browser: Browser
  /** A page of the dashboard; `complaints` gathers errors and warnings of its console. */
  open(
    options?: BrowserContextOptions & { readonly at?: string },
  ): Promise<{ page: Page; complaints: string[] }>
  /** The same, signed in. */
  enter(
    options?: BrowserContextOptions & { readonly at?: string; readonly token?: string },
  ): Promise<{ page: Page; complaints: string[] }>
  /** A call of the operator API as a program makes it. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
  ): Promise<{ status: number; json: unknown }>
  stop(): Promise<void>
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/**
 * @param look - reads the database before the gateway opens it
 */
export async function startWorld(
  look: (db: Sql) => Promise<unknown> = async () => {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-dashboard-'))
  const built = join(folder, 'dashboard')
  const root = join(import.meta.dirname, '../..')
  // As it is shipped: inside a test run the library would be its development build.
  const vite = join(root, '../../node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', built], {
    cwd: root,
    env,
  })
  const projects = [{ id: 'demo', analytics: true }, { id: 'quiet' }]
  writeFileSync(
    join(folder, 'latchkey.json'),
    JSON.stringify({ projects, orders: {}, logLevel: 'silent' }),
  )
  const database = await openDatabase({ folder: join(folder, 'database') })
  await seedProjects(database.db, configSchema.parse({ projects }).projects)
  await seedEvents(database.db, { projectId: 'demo', visits: 240, days: 60, now: Date.now() })
  await look(database.db)
  await database.close()
  const settings = { LATCHKEY_OPERATOR_TOKEN: token, LATCHKEY_GATEWAY_DASHBOARD: built }
  const gateway = await startGateway({ dataDir: folder, port: 0, env: settings })
  const browser = await chromium.launch({
    executablePath: process.env.LATCHKEY_HEADLESS ?? (await ensureBrowser()),
    args: flags,
  })
  const address = gateway.url.replace('127.0.0.1', 'localhost')
  const open: World['open'] = async ({ at = '', ...options } = {}) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await page.goto(`${address}/dashboard/${at}`)
    return { page, complaints }
  }
  return {
    gateway,
    browser,
    open,
    async enter({ token: given = token, ...options } = {}) {
      const opened = await open(options)
      await opened.page.getByLabel('Operator token').fill(given)
      await opened.page.getByRole('button', { name: 'Sign in' }).click()
      await opened.page.getByRole('navigation', { name: 'Views' }).waitFor()
      return opened
    },
    async ask(method, path, body, given = token) {
      const response = await fetch(gateway.url + path, {
        method,
        headers: { authorization: `Bearer ${given}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, json: text ? JSON.parse(text) : undefined }
    },
    async stop() {
      await browser.close()
      await gateway.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What axe objects to. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(await readAxe())
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, any }) =>
          `${id} at ${target.join(' ')}: ${any.map(({ message }) => message).join('; ')}`,
      ),
    )
  })
}

async function readAxe(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
}
