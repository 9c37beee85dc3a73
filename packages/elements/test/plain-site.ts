import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { buildScript } from '../../../scripts/check-dist/build-script.ts'
import { listenLoopback, serveFolder } from '../../../scripts/serve.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Nothing inline, nothing from elsewhere, no strings as code or markup. */
export const strictPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

/** A page's own script, which makes its own kit of what the pinned script exports. */
const ownKit = `import { createKit, evm } from './script/latchkey.js'
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chain = { id: 'eip155:1', name: 'Ethereum', nativeCurrency, rpcUrls: [] }
document.querySelector('latchkey-button').kit =
  createKit({ id: 'own', adapters: [evm({ chains: [chain] })] })
`

export interface PlainSite {
  readonly integrity: string
  /** Names of some files of the script. */
  readonly parts: Readonly<
    Record<'table of hashes' | 'dialog' | 'part that the dialog imports', string>
  >
  /**
   * Opens a page with a wallet and the pinned script.
   * @param options.before - whether the script stands above `body`, so that elements are made when
   *   they are parsed; default: it comes last
   */
  open(
    body: string,
    options?: {
      readonly before?: boolean
      readonly integrity?: string
      readonly tags?: string
      /** Changes a file on its way, as somebody between might. */
      readonly alter?: (name: string, text: string) => string
    },
  ): Promise<OpenedPage>
  close(): Promise<void>
}

export interface OpenedPage {
  readonly page: Page
  /** Errors of the page and of its console. */
  readonly errors: string[]
  /** Names of the script's files that were loaded. */
  readonly loaded: string[]
}

/** Builds the script from its sources and serves plain pages with it under a strict policy. */
export async function startPlainSite(): Promise<PlainSite> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-elements-'))
  await buildScript(root, join(folder, 'script'))
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'browser', 'default'] },
    build: {
      outDir: join(folder, 'wallet'),
      lib: {
        entry: fileURLToPath(new URL('./wallet-page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'wallet',
        fileName: () => 'wallet.js',
      },
    },
  })
  const { integrity } = JSON.parse(readFileSync(join(folder, 'script/sri.json'), 'utf8')) as {
    integrity: string
  }
  const { pins } = (await import(pathToFileURL(join(folder, 'script/pins.js')).href)) as {
    pins: Readonly<Record<string, readonly [string, readonly string[]]>>
  }
  writeFileSync(join(folder, 'own-kit.js'), ownKit)
  const files = serveFolder(folder, { headers: { 'content-security-policy': strictPolicy } })
  const pages = new Map<string, string>()
  const alters = new Map<string, (name: string, text: string) => string>()
  const server = await listenLoopback((request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request
    const [, id = '', name = ''] = /^\/(\d+)\/(.*)$/.exec(url) ?? []
    const html = name === '' ? pages.get(id) : undefined
    const write = (type: string, text: string): void =>
      void response
        .writeHead(200, { 'content-type': type, 'content-security-policy': strictPolicy })
        .end(text)
    if (html !== undefined) return write('text/html; charset=utf-8', html)
    const alter = alters.get(id)
    if (alter && name.startsWith('script/')) {
      const text = readFileSync(join(folder, name), 'utf8')
      return write('text/javascript; charset=utf-8', alter(name.slice(7), text))
    }
    Object.assign(request, { url: `/${name}` })
    return files(request, response)
  }, 0)
  const browser: Browser = await chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS || process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  return {
    integrity,
    parts: {
      'table of hashes': 'pins.js',
      dialog: 'start-shell.js',
      'part that the dialog imports': pins['start-shell.js']?.[1][0] ?? '',
    },
    async open(body, options = {}) {
      const id = String(pages.size + 1)
      const pin = options.integrity ?? integrity
      const tag = `<script type="module" src="script/latchkey.js" integrity="${pin}" crossorigin></script>`
      const all = `${tag}${options.tags ?? ''}`
      pages.set(
        id,
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
        <link rel="icon" href="data:,"><script src="wallet/wallet.js"></script>
        ${options.before ? all : ''}</head><body>${body}${options.before ? '' : all}</body></html>`,
      )
      if (options.alter) alters.set(id, options.alter)
      const page = await browser.newPage()
      const errors: string[] = []
      const loaded: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('response', (response) => {
        const [, name] = /\/script\/([^/]+)$/.exec(response.url()) ?? []
        if (name) loaded.push(name)
      })
      await page.goto(`http://127.0.0.1:${server.port}/${id}/`)
      return { page, errors, loaded }
    },
    async close() {
      await browser.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
