import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { allWallets } from '@latchkey/catalog/all-wallets'
import react from '@vitejs/plugin-react'
import jsQR from 'jsqr'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAxe } from '../../../tests/helpers/accessibility.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const phoneOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
} as const
const photographs = process.env.LATCHKEY_PHOTOGRAPHS

let folder: string
let server: Server
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-headless-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, '../test'),
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] },
    build: { outDir: folder, emptyOutDir: true },
  })
  server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file = pathname === '/' ? '/index.html' : pathname
    try {
      const body = await readFile(join(folder, file))
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
})
afterAll(async () => {
  await browser?.close()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ wallets$/ })
    .waitFor()
  return { page, complaints, close: () => context.close() }
}
const rows = (page: Page) => page.getByRole('list', { name: 'Wallets' }).getByRole('listitem')
const names = (page: Page) => rows(page).locator('.name').allInnerTexts()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const photograph = async (page: Page, name: string): Promise<void> => {
  if (photographs) await page.screenshot({ path: join(photographs, `${name}.png`), fullPage: true })
}

/** Reads the code on the screen as a phone does, whatever the page has in memory. */
async function scan(page: Page): Promise<string | undefined> {
  const picture = await page.getByRole('img', { name: 'QR code' }).screenshot()
  const { width, height, pixels } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    const image = context.getImageData(0, 0, bitmap.width, bitmap.height)
    // One text is handed over much faster than hundreds of thousands of numbers.
    const pixels = Array.from(image.data, (byte) => String.fromCharCode(byte)).join('')
    return { width: image.width, height: image.height, pixels: btoa(pixels) }
  }, picture.toString('base64'))
  return jsQR(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height)?.data
}

describe('a list of the page’s own', () => {
  test('default: every wallet of the catalogue by search and pages, the installed one first', async () => {
    const { page, complaints, close } = await open()
    const listed = allWallets().map(({ name }) => name)
    await page.getByText(`${listed.length + 1} wallets`, { exact: true }).waitFor()
    const first = await names(page)
    expect(first).toEqual(['Foxglove', ...listed.slice(0, 11)])
    await photograph(page, 'headless-list-light')
    await button(page, 'Next').click()
    await page.getByText(/^Page 2 of/).waitFor()
    expect(await names(page)).toEqual(listed.slice(11, 23))
    await page.getByLabel('Search wallets').fill('  FÓXgl ')
    await expect.poll(() => names(page)).toEqual(['Foxglove'])
    await page.getByLabel('Search wallets').fill('no such wallet')
    await page.getByText('No wallet has this name.').waitFor()
    await page.getByLabel('Search wallets').fill(listed.at(-1) ?? '')
    await expect.poll(() => names(page)).toContain(listed.at(-1))
    expect(await runAxe(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('behavior: a rejection is shown with its reason and what to do, and the next try connects', async () => {
    const { page, complaints, close } = await open({ colorScheme: 'dark' })
    await page.evaluate(() => window.headless.wallet.behave('reject', 'eth_requestAccounts'))
    await button(page, /^Foxglove/).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Foxglove did not connect').waitFor()
    await expect.poll(() => alert.innerText()).toMatch(/reject|declin/i)
    expect(await alert.locator('.quiet').innerText()).not.toBe('')
    await photograph(page, 'headless-rejected-dark')
    expect(await runAxe(page)).toEqual([])
    await page.evaluate(() => window.headless.wallet.behave('approve', 'eth_requestAccounts'))
    await button(page, 'Try again').click()
    await page.getByRole('heading', { name: 'Connected' }).waitFor()
    expect(await page.locator('.address').innerText()).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await button(page, 'Disconnect').click()
    await page.getByRole('heading', { name: 'Choose a wallet' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('behavior: a wallet on a phone scans the code, which is renewed, and is connected', async () => {
    const { page, complaints, close } = await open()
    const wallet = allWallets().find(({ mobile_link }) => mobile_link)
    await page.getByLabel('Search wallets').fill(wallet?.name ?? '')
    await button(page, wallet?.name ?? '')
      .first()
      .click()
    await page.getByText(/^Valid until/).waitFor()
    const newest = () => page.evaluate(() => window.headless.phone.links.at(-1))
    const read = await scan(page)
    expect(read).toMatch(/^wc:/)
    expect(read).toBe(await newest())
    await photograph(page, 'headless-code-light')
    await page.evaluate(() => window.headless.phone.renew())
    const renewed = await newest()
    expect(renewed).not.toBe(read)
    await expect.poll(() => scan(page)).toBe(renewed)
    expect(await runAxe(page)).toEqual([])
    await page.evaluate(() => window.headless.phone.fail('connection-rejected'))
    await page.getByRole('alert').waitFor()
    await button(page, 'Try again').click()
    await page.getByText(/^Valid until/).waitFor()
    await page.evaluate(() => window.headless.phone.approve())
    await page.getByRole('heading', { name: 'Connected' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('behavior: on a phone each row is the final link before it is pressed', async () => {
    const { page, complaints, close } = await open(phoneOptions)
    const wallet = allWallets().find(({ mobile_link }) => mobile_link)
    await page.getByLabel('Search wallets').fill(wallet?.name ?? '')
    const link = page.getByRole('link', { name: wallet?.name ?? '' }).first()
    await link.waitFor()
    const uri = await page.evaluate(() => window.headless.phone.links.at(-1) ?? '')
    expect(await link.getAttribute('href')).toContain(encodeURIComponent(uri))
    await page.getByLabel('Search wallets').fill('')
    await page.getByRole('link').first().waitFor()
    await photograph(page, 'headless-phone')
    expect(await runAxe(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
