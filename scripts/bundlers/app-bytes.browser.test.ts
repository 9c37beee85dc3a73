import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startBrowser } from '../bench/start-browser.ts'
import { listenLoopback, serveFolder } from '../serve.mjs'
import { appBytes } from './app-bytes.ts'

const first = `
  const button = document.querySelector('button')
  await new Promise((done) => setTimeout(done, 300))
  await import('/hydrate.js')
  button['__reactProps$x'] = {}
  button.onclick = async () => (await import('/dialog.js')).open()
  setTimeout(() => import('/idle.js'), 100)
`
const scripts = {
  'first.js': first,
  'hydrate.js': 'export {}',
  'idle.js': 'export const idle = 1',
  'dialog.js': "export const open = () => document.querySelector('dialog').showModal()",
}
const page = (heading: string): string => `<!doctype html><title>x</title>
  <link rel="icon" href="data:,"><button>Connect wallet</button>
  <dialog aria-label="Connect a wallet">${heading}</dialog>
  <script type="module" src="/first.js"></script>`
const gzip = (...names: (keyof typeof scripts)[]) => ({
  gzip: names.reduce((sum, name) => sum + gzipSync(scripts[name], { level: 9 }).length, 0),
  files: names.length,
})

async function measure(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
  }
  const server = await listenLoopback(serveFolder(folder), 0)
  onTestFinished(() => server.close())
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  return appBytes(browser, `http://127.0.0.1:${server.port}`, { before: 1000, after: 500 })
}

describe('appBytes', () => {
  test('default: a button that the server wrote works once React has taken it over', async () => {
    expect(await measure({ ...scripts, 'index.html': page('<h1>Connect a wallet</h1>') })).toEqual({
      critical: gzip('first.js', 'hydrate.js'),
      beforeClick: gzip('first.js', 'hydrate.js', 'idle.js'),
      afterClick: gzip('first.js', 'hydrate.js', 'idle.js', 'dialog.js'),
      faults: [],
    })
  })

  test('behavior: says what went wrong on the page', async () => {
    const { faults } = await measure({
      ...scripts,
      'idle.js': "console.error('worn'); fetch('/nothing.json'); throw new Error('torn')",
      'index.html': page('<h1>Connect a wallet</h1>'),
    })
    expect(faults).toContain('console: worn')
    expect(faults).toContain('error: torn')
    expect(faults.some((fault) => /^404: .*nothing\.json$/.test(fault))).toBe(true)
  })
})
