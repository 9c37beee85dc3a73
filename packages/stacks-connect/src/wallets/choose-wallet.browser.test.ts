import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = {} as {
  browser: Awaited<ReturnType<typeof chromium.launch>>
  server: ReturnType<typeof createServer>
}

beforeAll(async () => {
  const [built] = (await build({
    configFile: false,
    logLevel: 'silent',
    // As in production, though a test builds it.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['latchkey-source', 'module', 'import', 'browser', 'default'] },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../../test/page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'Site',
      },
    },
  })) as unknown as { output: { code: string }[] }[]
  const script = built?.output[0]?.code ?? ''
  const server = createServer(({ url }, response) => {
    if (url === '/site.js')
      return response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script)
    const html =
      '<!doctype html><html lang="en"><title>Site</title><button>Pay</button><script src="/site.js"></script>'
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath =
    process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  Object.assign(run, { server, browser })
})
afterAll(async () => {
  await run.browser?.close()
  run.server?.close()
})

interface Site {
  readonly library: {
    connect(options: object): Promise<{ addresses: { address: string }[] }>
    request(method: string, params: object): Promise<unknown>
    isConnected(): boolean
    disconnect(): void
  }
  readonly rich: { readonly requests: { method: string }[] }
  readonly plain: { readonly requests: { method: string }[] }
}
async function open(hash = '') {
  const page = await run.browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`http://127.0.0.1:${(run.server.address() as AddressInfo).port}/${hash}`)
  return { page, errors, dialog: page.getByRole('dialog') }
}
/** Begins on the page what a person will end in the dialog; `done` tells how it ended. */
const begin = (page: Page, method: 'connect' | 'addresses' | 'transfer', options: object = {}) =>
  page.evaluate(
    ([method, options]) => {
      const { library } = window as unknown as Site
      const params = { recipient: 'SP000000000000000000002Q6VF78', amount: 5 }
      const promise =
        method === 'connect'
          ? library.connect(options)
          : method === 'addresses'
            ? library.request('getAddresses', {})
            : library.request('stx_transferStx', params)
      Object.assign(window, {
        done: promise.then(
          (answer) => ({ answer }),
          ({ code, message }: { code: number; message: string }) => ({ code, message }),
        ),
      })
    },
    [method, options] as const,
  )
const done = (page: Page) =>
  page.evaluate(() => (window as unknown as { done: Promise<unknown> }).done)
const asked = (page: Page) =>
  page.evaluate(() => {
    const { rich, plain } = window as unknown as Site
    return [rich, plain].map(({ requests }) => requests.map(({ method }) => method))
  })

describe('chooseByModal', () => {
  test('default: the dialog offers both, the one that is clicked is asked once, and stays chosen over a reload', async () => {
    const { page, errors, dialog } = await open()
    await begin(page, 'connect')
    await dialog.getByRole('heading', { name: 'Choose a Stacks wallet' }).waitFor()
    const available = dialog.getByRole('list', { name: 'Available wallets' })
    await available.getByRole('button', { name: 'Xverse Wallet' }).waitFor()
    await dialog
      .getByRole('list', { name: 'Other wallets' })
      .getByRole('link', { name: 'Install Fordefi' })
      .waitFor()
    await available.getByRole('button', { name: 'Leather' }).click()
    expect(await done(page)).toMatchObject({ answer: { addresses: [{}, {}, { symbol: 'STX' }] } })
    await dialog.waitFor({ state: 'hidden' })
    expect(await asked(page)).toEqual([[], ['getAddresses']])
    await page.reload()
    expect(await page.evaluate(() => (window as unknown as Site).library.isConnected())).toBe(true)
    await begin(page, 'addresses')
    expect(await done(page)).toMatchObject({ answer: { addresses: [{}, {}, {}] } })
    expect([await asked(page), await dialog.count()]).toEqual([[[], ['getAddresses']], 0])
    expect(errors).toEqual([])
    await page.close()
  })

  test.each(['Escape', 'Cancel'])('behavior: %s cancels, and the next try works', async (way) => {
    const { page, errors, dialog } = await open()
    await begin(page, 'transfer')
    await dialog.getByRole('button', { name: 'Leather' }).waitFor()
    if (way === 'Escape') await page.keyboard.press(way)
    else await dialog.getByRole('button', { name: way, exact: true }).click()
    expect(await done(page)).toEqual({ code: -31001, message: 'User canceled the request' })
    expect(await asked(page)).toEqual([[], []])
    await begin(page, 'transfer')
    await dialog.getByRole('button', { name: 'Xverse Wallet' }).click()
    expect(await done(page)).toEqual({ answer: { txid: 'ab'.repeat(32) } })
    expect(await asked(page)).toEqual([['wallet_connect', 'stx_transferStx'], []])
    expect(errors).toEqual([])
    await page.close()
  })

  test('behavior: absent wallets lead to where they are to be had, and a phone is reached by a code', async () => {
    const { page, errors, dialog } = await open('#bare')
    const row = (name: string) => dialog.getByRole('button', { name, exact: true })
    await begin(page, 'connect', {
      walletConnect: { projectId: 'demo', relays: [{ url: 'ws://relay.test' }] },
    })
    const install = (name: string) =>
      dialog.getByRole('link', { name: `Install ${name}`, exact: true })
    for (const name of ['Leather', 'Xverse Wallet', 'Asigna Multisig']) {
      await install(name).waitFor()
    }
    expect(await install('Fordefi').getAttribute('href')).toBe(
      'https://chromewebstore.google.com/detail/fordefi/hcmehenccjdmfbojapcbcofkgdpbnlle',
    )
    await row('QR code').click()
    await dialog.locator('svg[aria-busy="false"]').waitFor()
    await row('Copy link').click()
    expect(await done(page)).toMatchObject({
      answer: { addresses: [{ symbol: 'STX', purpose: 'stacks' }] },
    })
    await dialog.waitFor({ state: 'hidden' })
    await begin(page, 'transfer')
    expect(await done(page)).toEqual({ answer: { txid: 'ab'.repeat(32) } })
    expect([await asked(page), errors]).toEqual([[[], []], []])
    await page.close()
  })

  test('parameters: defaultProviders stand in the place of the four, without a way to phones', async () => {
    const { page, errors, dialog } = await open('#bare')
    const own = { id: 'own.wallet', name: 'Own', webUrl: 'https://own.example/' }
    await begin(page, 'connect', { defaultProviders: [own] })
    await dialog.getByRole('link', { name: 'Install Own', exact: true }).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(1)
    expect(await dialog.getByRole('button', { name: /QR code|All wallets/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await done(page)).toMatchObject({ code: -31001 })
    expect(errors).toEqual([])
    await page.close()
  })
})
