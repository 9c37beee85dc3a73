import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import type { Setup } from './stage/setup.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** A strict policy: only the page's own files, the given addresses, and data: images. */
export function strictPolicy(...connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${connect.join(' ')}`.trim(),
    "img-src 'self' data:",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

export interface Theatre {
  readonly browser: Browser
  readonly origin: string
  /** Content-Security-Policy of pages opened from now on; none by default. */
  policy: string
  /**
   * Opens the host page and waits until it is ready. `complaints` collects console errors, warnings
   * and uncaught errors.
   */
  open(
    setup: Setup,
    options?: BrowserContextOptions & {
      /** Called with the page before it loads. */
      readonly prepare?: (page: Page) => Promise<unknown>
      /** Another address at which the host page is served. */
      readonly at?: string
      /** Page to open it in, instead of a new context. */
      readonly page?: Page
    },
  ): Promise<{ page: Page; complaints: string[] }>
  stop(): Promise<void>
}

/** Builds the host page for production. @returns its folder */
export async function buildStage(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'latchkey-stage-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'stage'),
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'browser', 'default'] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      cssTarget: ['chrome125', 'firefox129', 'safari17.5'],
      modulePreload: { polyfill: false },
      // Shared modules are one file: the browser would spend a quarter of each test on a hundred
      // small ones.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'shared', test: /packages.(core|protocol|react|modal)./, minShareCount: 2 },
            ],
          },
        },
      },
    },
  })
  return outDir
}

/**
 * Animations cost processor time at sixty frames per second; a test that looks at them turns them
 * on.
 */
const usual = { viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' } as const

/**
 * Serves the host page on loopback and starts Chromium; the page was built once for all files of
 * the run. `hasScrollbars`: scrollbars that take space beside the page, as on Windows.
 */
export async function raise(options: { readonly hasScrollbars?: boolean } = {}): Promise<Theatre> {
  const built = process.env.LATCHKEY_STAGE
  const outDir = built ?? (await buildStage())
  const held = { policy: '' }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/empty') {
      response.setHeader('content-type', types['.html'] ?? '')
      response.end()
      return
    }
    const file = pathname === '/' ? '/index.html' : pathname
    try {
      const body = await readFile(join(outDir, file))
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      // Cached like files with a hash in their names, so that later pages of a context need not
      // load and compile them again.
      if (file.startsWith('/assets/'))
        response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      if (held.policy && file === '/index.html')
        response.setHeader('content-security-policy', held.policy)
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const browser = await chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium',
    ...(options.hasScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return {
    browser,
    origin,
    get policy() {
      return held.policy
    },
    set policy(value) {
      held.policy = value
    },
    async open(setup, { prepare, at = origin, page: given, ...options } = {}) {
      const context = { ...usual, ...options }
      const page = given ?? (await (await browser.newContext(context)).newPage())
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      if (process.env.VITEST)
        (await import('../helpers/watched-pages.ts')).watchPage(page, complaints)
      if (at !== origin)
        await page.route(`${at}/**`, async (route) => {
          const { pathname, search } = new URL(route.request().url())
          await route.fulfill({
            response: await route.fetch({ url: `${origin}${pathname}${search}` }),
          })
        })
      await prepare?.(page)
      await page.goto(`${at}/?setup=${encodeURIComponent(JSON.stringify(setup))}`)
      await page.waitForFunction(() => 'stage' in window && document.querySelector('main button'))
      return { page, complaints }
    },
    async stop() {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (!built) await rm(outDir, { recursive: true, force: true })
    },
  }
}
