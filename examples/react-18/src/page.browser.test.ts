import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenLoopback, serveFolder } from '../../../scripts/serve.mjs'

const held: { folders: string[]; browser?: Browser; close: (() => Promise<void>)[] } = {
  folders: [],
  close: [],
}
beforeAll(async () => {
  held.browser = await chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS || process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
})
afterAll(async () => {
  await held.browser?.close()
  for (const close of held.close) {
    await close()
  }
  for (const folder of held.folders) {
    await rm(folder, { recursive: true, force: true })
  }
})

describe.each([
  ['minimal', /^19\./],
  ['react-18', /^18\./],
] as const)('examples/%s', (name, version) => {
  test('default: the built page opens the dialog and complains of nothing', async () => {
    const root = resolve(import.meta.dirname, '../..', name)
    const outDir = await mkdtemp(join(tmpdir(), `latchkey-${name}-`))
    held.folders.push(outDir)
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    })
    const server = await listenLoopback(serveFolder(outDir), 0)
    held.close.push(server.close)

    const page = await held.browser?.newPage()
    if (!page) throw new Error('no browser')
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(`http://127.0.0.1:${server.port}/`)
    const button = page.getByRole('button', { name: 'Connect wallet' })
    await button.click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Connect a wallet' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
    await page.close()

    // One React, and the right one: the sources of our packages stand beside React 19.
    const index = readFileSync(join(outDir, 'index.html'), 'utf8')
    const [, entry = ''] = /src="([^"]+\.js)"/.exec(index) ?? []
    const code = readFileSync(join(outDir, entry), 'utf8')
    const versions = [...code.matchAll(/["'`](1[89]\.\d+\.\d+)["'`]/g)].map(
      ([, found = '']) => found,
    )
    expect(versions.length).toBeGreaterThan(0)
    for (const found of versions) {
      expect(found).toMatch(version)
    }
  })
})
