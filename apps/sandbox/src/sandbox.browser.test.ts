import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureBrowser } from '../../../scripts/browser.mjs'
import { type RunningSandbox, startSandbox } from './server/start-sandbox.ts'

declare const axe: { run(context: Document): Promise<AxeResults> }

const chain = 'eip155:31337'
const folder = mkdtempSync(join(tmpdir(), 'latchkey-sandbox-page-'))
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
const phone = { viewport: { width: 390, height: 844 } }
const made = {} as { devnet: EvmDevnet; sandbox: RunningSandbox; browser: Browser; axe: string }
const pages: Page[] = []

beforeAll(async () => {
  const root = join(import.meta.dirname, '..')
  // As it is started: inside a test run the library would be its development build.
  const vite = join(root, '../../node_modules/vite/bin/vite.js')
  const page = join(folder, 'page')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', page], { cwd: root, env })
  made.devnet = await startEvmDevnet()
  made.sandbox = await startSandbox({
    port: 0,
    rpc: made.devnet.url,
    folder: join(folder, 'data'),
    page,
    slowMs: 2_000,
  })
  made.browser = await chromium.launch({
    executablePath: process.env.LATCHKEY_HEADLESS ?? (await ensureBrowser()),
    args: flags,
  })
  made.axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
}, 180_000)
afterEach(async () => {
  for (const page of pages.splice(0)) {
    await page.context().close()
  }
})
afterAll(async () => {
  await made.browser?.close()
  await made.sandbox?.stop()
  await made.devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function call(path: string, body: object): Promise<Record<string, string>> {
  const at = made.sandbox.url.replace('localhost', '127.0.0.1')
  const response = await fetch(`${at}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as Record<string, string>
}
async function order(more: object = {}) {
  const wallet = privateKeyToAddress(generatePrivateKey())
  const wish = {
    purchaseCurrency: 'ETH',
    chain,
    paymentCurrency: 'USD',
    amount: '100',
    wallet,
    ...more,
  }
  const { url = '', orderId = '' } = await call('/api/orders', wish)
  return { url, id: orderId, wallet }
}
async function open(url: string, options: BrowserContextOptions = {}) {
  const context = await made.browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(url)
  pages.push(page)
  return { page, complaints }
}
const balanceOf = (address: `0x${string}`) =>
  createPublicClient({ transport: http(made.devnet.url) }).getBalance({ address })
async function axeFaults(page: Page): Promise<readonly string[]> {
  // Past the page's own policy, as a bookmarklet would be.
  await page.evaluate(made.axe)
  return page.evaluate(async () =>
    (await axe.run(document)).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join()}`,
    ),
  )
}
async function fill(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('group', { name: 'Test cards' }).getByRole('button', { name: card }).click()
}

describe('sandbox page', () => {
  test('default: a card is typed by keyboard, coins arrive, the window closes itself', async () => {
    const { url, wallet } = await order()
    const { page, complaints } = await open(made.sandbox.url)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((at) => void window.open(at, '_blank', 'popup,width=600,height=800'), url),
    ])
    await popup.getByRole('heading', { name: 'Sandbox card payment' }).waitFor()
    expect(await popup.getByText('No money moves here').isVisible()).toBe(true)
    await popup.getByLabel('Card number').focus()
    await popup.keyboard.type('4242424242424242')
    await popup.keyboard.press('Tab')
    await popup.keyboard.type('12/34')
    await popup.keyboard.press('Tab')
    await popup.keyboard.type('123')
    const closed = popup.waitForEvent('close')
    await popup.keyboard.press('Enter')
    await popup.getByRole('heading', { name: 'Delivered' }).waitFor()
    expect(await balanceOf(wallet)).toBe(39_300_000_000_000_000n)
    await closed
    expect(complaints).toEqual([])
  })

  test('behavior: declined, and the way back to the shop', async () => {
    const returnUrl = `${made.sandbox.url}/?back=1`
    const { url, wallet } = await order({ returnUrl })
    const { page } = await open(url)
    await fill(page, /Declined/)
    await page.getByRole('button', { name: 'Pay 100.00 USD' }).click()
    await page.getByRole('heading', { name: 'Declined' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Declined')
    expect(await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe(
      returnUrl,
    )
    await page.waitForURL(returnUrl)
    expect(await balanceOf(wallet)).toBe(0n)
  })

  test('behavior: a confirmation in between; a slow card; a cancelled one', async () => {
    const orders = [await order(), await order(), await order()]
    const [confirmed, slow, cancelled] = await Promise.all(orders.map(({ url }) => open(url)))
    if (!confirmed || !slow || !cancelled) throw new Error('three pages')
    await fill(confirmed.page, /Asks for a confirmation/)
    await confirmed.page.getByRole('button', { name: 'Pay 100.00 USD' }).click()
    await confirmed.page.getByRole('button', { name: 'Yes, it is me' }).click()
    await confirmed.page.getByRole('heading', { name: 'Delivered' }).waitFor()
    await fill(slow.page, /slowly/)
    await slow.page.getByRole('button', { name: 'Pay 100.00 USD' }).click()
    await slow.page.getByRole('heading', { name: 'Payment pending' }).waitFor()
    await slow.page.reload()
    await slow.page.getByRole('heading', { name: 'Delivered' }).waitFor()
    await cancelled.page.getByRole('button', { name: 'Cancel' }).click()
    await cancelled.page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    expect(
      await Promise.all(orders.map(async ({ wallet }) => (await balanceOf(wallet)) > 0n)),
    ).toEqual([true, true, false])
  })

  test('behavior: a double click pays once; a fault is said at its field', async () => {
    const { url, wallet } = await order()
    const { page } = await open(url)
    await page.getByRole('button', { name: 'Pay 100.00 USD' }).click()
    await page.getByText('Only the test numbers below are taken').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('number')
    expect(await page.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true')
    await fill(page, /Paid at once/)
    await page.getByRole('button', { name: 'Pay 100.00 USD' }).dblclick()
    await page.getByRole('heading', { name: 'Delivered' }).waitFor()
    expect(await balanceOf(wallet)).toBe(39_300_000_000_000_000n)
  })

  test('behavior: the exchange pays out after log-in and a yes', async () => {
    const recipient = privateKeyToAddress(generatePrivateKey())
    const wish = { asset: `${chain}/slip44:60`, amount: '1.5', recipient: `${chain}:${recipient}` }
    const { url = '' } = await call('/api/deposits', wish)
    const { page } = await open(url, phone)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Only the test user has an account').waitFor()
    await page.getByRole('button', { name: 'Fill in the test user' }).click()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('heading', { name: 'Delivered' }).waitFor()
    expect(await balanceOf(recipient)).toBe(1_500_000_000_000_000_000n)
  })

  test('behavior: every page says SANDBOX, bears a strict policy and has no fault a checker finds', async () => {
    const paid = await order()
    await call(`/page/${paid.id}/pay`, { number: '4000000000000002', expiry: '12/34', code: '123' })
    const asked = await order()
    await call(`/page/${asked.id}/pay`, {
      number: '4000002500003155',
      expiry: '12/34',
      code: '123',
    })
    const recipient = `${chain}:${privateKeyToAddress(generatePrivateKey())}`
    const deposit = await call('/api/deposits', {
      asset: `${chain}/slip44:60`,
      amount: '1',
      recipient,
    })
    const missing = `${made.sandbox.url}/pay/${'0'.repeat(32)}`
    const places = [
      made.sandbox.url,
      (await order()).url,
      paid.url,
      asked.url,
      deposit.url ?? '',
      missing,
    ]
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await open(made.sandbox.url, { ...phone, colorScheme })
      for (const url of places) {
        complaints.length = 0
        await page.goto(url)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await page.title()).toContain('SANDBOX')
        expect(await page.getByText('SANDBOX', { exact: true }).isVisible()).toBe(true)
        expect([url, await axeFaults(page)]).toEqual([url, []])
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
        expect(scrollWidth).toBe(clientWidth)
        // A number nobody gave out is answered 404, of which browsers tell the console.
        expect(complaints.filter((text) => url !== missing || !text.includes('404'))).toEqual([])
      }
    }
    const policy = (await fetch(made.sandbox.url)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    const { page } = await open(made.sandbox.url)
    const isRun = page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.textContent = 'window.hit = 1'
      } catch {}
      document.body.append(script)
      return 'hit' in window
    })
    expect(await isRun).toBe(false)
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
    expect(await axeFaults(page)).toEqual([expect.stringContaining('image-alt')])
  })
})
