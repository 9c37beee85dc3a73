import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { watchPage } from '../../../../tests/helpers/watched-pages.ts'

const here = import.meta.dirname
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const stub = {
  name: 'stub',
  enforce: 'pre' as const,
  resolveId: (id: string, importer?: string) =>
    id === './errors.ts' &&
    importer?.includes('words/en') &&
    !existsSync(join(here, '../../src/words/en/errors.ts'))
      ? '\0errors'
      : null,
  load: (id: string) =>
    id === '\0errors'
      ? 'export const errorWords = new Proxy({}, { get: (_, code) => String(code) })'
      : null,
}

/** Builds the page of the account views once and serves it on loopback. */
export async function servePage(): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(join(here, '../../node_modules'), { recursive: true })
  const outDir = await mkdtemp(join(here, '../../node_modules/.account-'))
  await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    plugins: [stub],
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'browser', 'default'] },
    build: {
      outDir,
      minify: false,
      cssTarget: ['chrome125', 'firefox129', 'safari17.5'],
      target: 'es2023',
    },
  })
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    try {
      const body = await readFile(join(outDir, path === '/' ? 'index.html' : path))
      response
        .writeHead(200, {
          'content-type': types[extname(path === '/' ? 'x.html' : path)] ?? 'text/plain',
        })
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium',
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
}

/** Collects console messages of a page, so that a test can fail on any. */
export function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  watchPage(page, complaints)
  return complaints
}
