import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = {} as {
  script: string
  browser: Awaited<ReturnType<typeof chromium.launch>>
  server: ReturnType<typeof createServer>
}

beforeAll(async () => {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'default'] },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../index.ts', import.meta.url)),
        formats: ['iife'],
        name: 'Mock',
      },
    },
  })) as unknown as { output: { code: string }[] }[]
  const html = '<!doctype html><title>Site</title>'
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath =
    process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  Object.assign(run, { script: built?.output[0]?.code, server, browser })
})
afterAll(async () => {
  await run.browser?.close()
  run.server?.close()
})

describe('mockEvmWallet', () => {
  test('default', async () => {
    const page = await run.browser.newPage()
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    // Before the page's own scripts, as an extension would.
    await page.addInitScript(
      `${run.script}; globalThis.wallet = Mock.mockEvmWallet({ memory: sessionStorage }); wallet.install(window)`,
    )
    await page.goto(`http://127.0.0.1:${(run.server.address() as AddressInfo).port}`)
    const ask = (method: string) =>
      page.evaluate(
        (method) =>
          new Promise((resolve) => {
            window.addEventListener('eip6963:announceProvider', (event) => {
              const { info, provider } = (event as CustomEvent).detail
              provider.request({ method }).then((answer: unknown) => resolve([info.rdns, answer]))
            })
            window.dispatchEvent(new Event('eip6963:requestProvider'))
          }),
        method,
      )
    const granted = ['test.mock.wallet', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']]
    expect(await ask('eth_accounts')).toEqual(['test.mock.wallet', []])
    expect(await ask('eth_requestAccounts')).toEqual(granted)
    await page.reload()
    expect(await ask('eth_accounts')).toEqual(granted)
    expect(errors).toEqual([])
  })
})
