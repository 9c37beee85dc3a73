import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openChromium } from '../../apps/vault/src/test/open-chromium.ts'
import { vaultShape } from '../../packages/gateway/src/base/config/vault.ts'
import { openDatabase } from '../../packages/gateway/src/data/open-database.ts'
import { startLogins } from '../../packages/gateway/src/features/accounts/logins/start-logins.ts'
import { startVault } from '../../packages/gateway/src/features/accounts/start-vault.ts'
import { configOf } from '../../packages/gateway/src/test/make-gateway.ts'
import { type Host, hostPage } from './host-page.ts'

/** The vault's origin as it is published, built with switches, and a Chromium with a profile. */
export interface GuardedWorld {
  readonly vault: string
  /** Folder of the built vault. */
  readonly built: string
  /** Opens a page at `name.localhost` around the vault's frame. `shop` is the project's. */
  open(name: string, host?: Host): Promise<Page>
  /** An address of that site. */
  at(name: string, host?: Host): string
  /** Requests a path of the vault. */
  ask(path: string): Promise<Response>
  /** Mails to that address, oldest first. */
  mailsTo(address: string): Promise<readonly string[]>
  stop(): Promise<void>
}

/**
 * A worker of the vault that tries forbidden things: a file of its own, because the policy of
 * workers comes with their file.
 */
const probe = `self.onmessage = async () => {
  const tried = async (run) => { try { await run(); return true } catch { return false } }
  self.postMessage([await tried(() => fetch('/v/shop')), await tried(() => (0, eval)('1'))])
}`

export async function startGuardedWorld(): Promise<GuardedWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-guards-'))
  const built = join(folder, 'dist')
  const root = join(import.meta.dirname, '../..')
  const build = [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--outDir',
    built,
    '--emptyOutDir',
  ]
  await promisify(execFile)(
    process.execPath,
    [...build, '--config', join(import.meta.dirname, 'vault.config.ts')],
    {
      cwd: join(root, 'apps/vault'),
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  writeFileSync(join(built, 'w/probe.js'), probe)
  const database = await openDatabase({})
  const handler: { answer?: (request: Request) => Response | Promise<Response> } = {}
  const server = createServer((request, response) => {
    answer(
      request,
      response,
      async (asked) => (await handler.answer?.(asked)) ?? new Response(null, { status: 503 }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const originOf = (name: string): string => `http://${name}.localhost:${port}`
  const vault = originOf('vault')
  const project = {
    id: 'shop',
    origins: [originOf('shop')],
    features: [],
    isAnalyticsEnabled: false,
  }
  const sent: { readonly to: string; readonly text: string }[] = []
  const smtp = { host: '127.0.0.1', from: 'vault@vault.localhost' }
  const mailRate = { caller: { capacity: 1_000 } }
  const projects = { find: async (id: string) => (id === 'shop' ? project : undefined) }
  const log = { info() {}, error() {} }
  const config = {
    ...configOf(['http://node.example']),
    vault: vaultShape.parse({ origin: vault, smtp, files: built, mailRate, mailsPerAddress: 100 }),
  }
  const started = await startVault(
    {
      config,
      projects,
      log,
      dataDir: folder,
      db: database.db,
      callerOf: () => '127.0.0.1',
      gateway: { fetch: async () => Response.json({}) },
      deliver: async (mail) => void sent.push(mail),
    },
    // A login that nobody continues: its address is on this machine, and nothing listens there.
    (auth) => {
      const google = {
        clientId: 'shop',
        clientSecret: 'hush',
        authorizeUrl: 'http://127.0.0.1:9/authorize',
      }
      return startLogins(auth, { providers: { google }, projects, log })
    },
  )
  handler.answer = async (request) => {
    const { host, pathname, searchParams } = new URL(request.url)
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 })
    if (pathname === '/assets/off.js') return switchesOff(searchParams.get('names') ?? '')
    if (host !== new URL(vault).host)
      return hostPage(vault, JSON.parse(searchParams.get('host') ?? '{}'))
    return withSwitchesOff(await started.app.fetch(request))
  }
  const at = (name: string, host: Host = {}): string =>
    `${originOf(name)}/?host=${encodeURIComponent(JSON.stringify(host))}`
  const chromium = await openChromium(join(folder, 'profile'))
  return {
    vault,
    built,
    at,
    async open(name, host) {
      const page = await chromium.context.newPage()
      await page.goto(at(name, host))
      return page
    },
    ask: async (path) =>
      started.app.fetch(new Request(vault + path, { headers: { host: new URL(vault).host } })),
    async mailsTo(address) {
      await started.auth.settled()
      return sent.filter(({ to }) => to === address).map(({ text }) => text)
    },
    async stop() {
      await chromium.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await started.stop()
      await database.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Turns off in a served document the guards that are off in this process. */
async function withSwitchesOff(response: Response): Promise<Response> {
  const { latchkeyGuardsOff = new Set() } = globalThis as {
    latchkeyGuardsOff?: ReadonlySet<string>
  }
  // A script cached by a page with guards off must not be used by another page.
  response.headers.set('cache-control', 'no-store')
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') === true
  if (!isDocument || latchkeyGuardsOff.size === 0) return response
  const names = encodeURIComponent([...latchkeyGuardsOff].join(' '))
  const script = `<script src="/assets/off.js?names=${names}"></script>`
  const text = (await response.text()).replace('<script', `${script}<script`)
  return new Response(text, { status: response.status, headers: response.headers })
}

function switchesOff(names: string): Response {
  const headers = {
    'content-type': 'text/javascript',
    'cross-origin-resource-policy': 'same-origin',
  }
  return new Response(
    `globalThis.latchkeyGuardsOff = new Set(${JSON.stringify(names.split(' '))})`,
    { headers },
  )
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  app: (asked: Request) => Promise<Response>,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) {
    parts.push(part as Buffer)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const { method = 'GET' } = request
  const body = parts.length > 0 ? Buffer.concat(parts) : null
  const left = new AbortController()
  response.once('close', () => left.abort())
  const asked = new Request(`http://${request.headers.host}${request.url}`, {
    method,
    headers,
    body,
    signal: left.signal,
  })
  try {
    const answered = await app(asked)
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    response.end(new Uint8Array(await answered.arrayBuffer()))
  } catch (error) {
    if (!response.headersSent) response.writeHead(500)
    response.end(String(error))
  }
}
