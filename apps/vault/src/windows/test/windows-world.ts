import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { VaultProject, VaultWindow } from '@latchkey/protocol/vault'
import type { AxeResults } from 'axe-core'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright-core'
import { ensureBrowser } from '../../../../../scripts/browser.mjs'
import { smart } from './scenes.ts'

declare const axe: { run(context: Document, options: object): Promise<AxeResults> }

interface ApiAnswer {
  readonly status?: number
  readonly body: unknown
}

/** Answers of the fake gateway by path; an error status makes it a refusal. */
export type ApiStandIn = (
  path: string,
  body: Record<string, unknown>,
) => ApiAnswer | Promise<ApiAnswer>

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
  /** Opens a page of the shop with a fake frame, and the window. `answers`: see `standIn`. */
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

/** What the fake frame answers to a hello, and to a window's calls to the gateway. */
export interface Answers {
  readonly hello?: object
  readonly asks?: Readonly<Record<string, unknown>>
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
/** The window's headers as the gateway sends them. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types latchkey-vault"
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'none'"

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
    serve(request, response, built, world, asked).catch((error) =>
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

/** Fakes the frame: sends the test's hello back, answers calls, and records messages. */
function standIn(): void {
  const state = window as unknown as {
    told: object[]
    answers: Answers
    say(message: object): void
  }
  const sides: { source?: Window; nonce?: string; id?: string } = {}
  state.told = []
  state.answers = {}
  state.say = (message) =>
    sides.source?.postMessage({ ...message, id: sides.id, nonce: sides.nonce }, origin)
  addEventListener('message', (event) => {
    if (event.origin !== origin) return
    const message = event.data
    if (message.type === 'latchkey-window-hello') {
      if (!state.answers.hello || sides.source) return
      Object.assign(sides, { source: event.source, nonce: message.nonce, id: message.id })
      state.say(state.answers.hello)
      return
    }
    if (message.type === 'latchkey-window-alive') return
    state.told.push(message)
    if (message.type !== 'latchkey-window-ask') return
    const answer = state.answers.asks?.[message.call]
    const isRefused = typeof answer === 'string'
    state.say({
      type: 'latchkey-frame-answer',
      ask: message.ask,
      ...(isRefused ? { code: answer } : { answer }),
    })
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  built: string,
  world: { readonly api: ApiStandIn; readonly chosen: Partial<VaultProject> },
  asked: string[],
): Promise<void> {
  const host = request.headers.host ?? ''
  const { pathname } = new URL(request.url ?? '/', `http://${host}`)
  const html = (text: string, headers: Record<string, string> = {}): void => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)
  }
  if (host.startsWith('shop.')) {
    const isolated: Record<string, string> =
      pathname === '/isolated' ? { 'cross-origin-opener-policy': 'same-origin' } : {}
    const frame = `http://${host.replace('shop.', 'vault.')}/v/demo`
    return html(
      `<!doctype html><title>Shop</title><iframe src="about:blank"></iframe><iframe src="${frame}"></iframe>`,
      isolated,
    )
  }
  if (pathname === '/v/demo')
    return html(`<!doctype html><title>Stand-in</title><script>(${standIn})()</script>`)
  if (pathname.startsWith('/p/')) {
    const origins = [`http://${host.replace('vault.', 'shop.')}`]
    const served = ['eip155:31337', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']
    const rpc = Object.fromEntries(served.map((chain) => [chain, `http://${host}/api/rpc`]))
    const told: VaultProject = {
      project: 'demo',
      origins,
      rpc,
      providers: ['google'],
      limits: {},
      recoveryByOperator: false,
      namespaces: ['eip155', 'solana', 'bip122'],
      smart: { 'eip155:31337': smart },
      ...world.chosen,
    }
    const text = readFileSync(join(built, 'window.html'), 'utf8')
    return html(text.replace('>null</script>', `>${JSON.stringify(told)}</script>`), {
      'content-security-policy': policy,
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  if (pathname === '/favicon.ico') return void response.writeHead(204).end()
  if (pathname.startsWith('/api/')) {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    asked.push(pathname)
    const answer = await world.api(pathname, body)
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body))
    return
  }
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
  const type = types[extname(pathname)]
  if (!/^\/(assets|w)\/[\w.-]+$/.test(pathname) || !type) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': type,
    'cross-origin-embedder-policy': 'require-corp',
    'content-security-policy': pathname.startsWith('/w/') ? workerPolicy : "default-src 'none'",
  })
  response.end(readFileSync(join(built, pathname)))
}

/** Accessibility violations that axe finds. */
export async function axeFaults(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(source)
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id: rule, nodes }) =>
      nodes.map(
        ({ target, any }) =>
          `${rule} at ${target.join(' ')}: ${any.map(({ message }) => message).join('; ')}`,
      ),
    )
  })
}

/** Adds a virtual authenticator that always agrees. */
export async function plugIn(
  page: Page,
  options: { readonly hasPrf: boolean; readonly isSynced?: boolean },
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: options.hasPrf,
      defaultBackupEligibility: options.isSynced ?? true,
      defaultBackupState: options.isSynced ?? true,
    },
  })
}
