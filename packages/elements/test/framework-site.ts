import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { compile } from 'svelte/compiler'
import { build, type Plugin } from 'vite'
import { compileScript, parse } from 'vue/compiler-sfc'
import { listenLoopback, serveFolder } from '../../../scripts/serve.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The start script of each framework's page, which shows the component of the framework's example.
 */
const pages = {
  Vue: `import { createApp } from 'vue'
import App from '${join(root, 'examples/vue-nuxt/app/app.vue')}'
createApp(App).mount('#app')`,
  Svelte: `import { mount } from 'svelte'
import Page from '${join(root, 'examples/sveltekit/src/routes/+page.svelte')}'
mount(Page, { target: document.getElementById('app') })`,
}

/** The frameworks whose example's component has a page here. */
export type Framework = keyof typeof pages

/**
 * Compiles components as the frameworks' own tools do, and adds the imports that Nuxt adds by
 * itself.
 */
const components: Plugin = {
  name: 'components',
  enforce: 'pre',
  transform(code, path) {
    if (path.endsWith('.svelte')) {
      const { js } = compile(code, { generate: 'client', filename: path })
      return { code: js.code, moduleType: 'js' }
    }
    if (!path.endsWith('.vue')) return undefined
    const { descriptor } = parse(code, { filename: path })
    const isCustomElement = (tag: string): boolean => tag.startsWith('latchkey-')
    const { content } = compileScript(descriptor, {
      id: 'app',
      inlineTemplate: true,
      templateOptions: { compilerOptions: { isCustomElement } },
    })
    return { code: `import { onMounted, ref } from 'vue'\n${content}`, moduleType: 'ts' }
  },
}

export interface FrameworkSite {
  /** Opens the framework's page in a new browser profile, with a wallet installed in the page. */
  open(framework: Framework): Promise<{ readonly page: Page; readonly errors: string[] }>
  close(): Promise<void>
}

/**
 * Builds the components of the examples for Vue and Svelte from the sources of all packages, and
 * serves a page of each.
 */
export async function startFrameworkSite(): Promise<FrameworkSite> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-frameworks-'))
  for (const [name, start] of Object.entries(pages)) {
    await buildPage(join(folder, name), start)
  }
  const server = await listenLoopback(serveFolder(folder, { hasPages: true }), 0)
  const browser: Browser = await chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS || process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  return {
    async open(framework) {
      const page = await browser.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await page.goto(`http://127.0.0.1:${server.port}/${framework}/`)
      return { page, errors }
    },
    async close() {
      await browser.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function buildPage(folder: string, start: string): Promise<void> {
  const entry = 'virtual:start'
  const wallet = fileURLToPath(new URL('./wallet-page.ts', import.meta.url))
  await build({
    configFile: false,
    root: join(root, 'packages/elements'),
    logLevel: 'silent',
    base: './',
    plugins: [
      {
        name: 'start',
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) => (id === `\0${entry}` ? start : undefined),
      },
      components,
    ],
    // The page is built as for production, although a test builds it.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: { $lib: join(root, 'examples/sveltekit/src/lib') },
      conditions: ['latchkey-source', 'module', 'import', 'browser', 'default'],
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: {
        input: { wallet, start: entry },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">
<div id="app"></div><script type="module" src="wallet.js"></script>
<script type="module" src="start.js"></script></html>`,
  )
}
