import { type Browser, type BrowserContextOptions, chromium, type Page, type WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts, runStart, type StartRun } from '../../../scripts/run-start.ts'
import { readCode } from '../../../tests/read-code.ts'

const held: { run?: StartRun; browser?: Browser; ports: number[] } = { ports: [] }

beforeAll(async () => {
  held.ports = await freePorts(4)
  held.run = runStart(held.ports)
  held.browser = await chromium.launch({
    executablePath: process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  await held.run.until(/^ready/m)
})
afterAll(async () => {
  await held.browser?.close()
  held.run?.child.kill('SIGTERM')
  await held.run?.ended
})

interface Line {
  isCut: boolean
  cut(): void
}

/** The page's sockets run through it: cut, they are closed, and none is opened until it is mended. */
async function holdLine(page: Page): Promise<Line> {
  const open = new Set<WebSocketRoute>()
  const line = {
    isCut: false,
    cut() {
      line.isCut = true
      for (const socket of open) void socket.close({ code: 1001 })
      open.clear()
    },
  }
  await page.routeWebSocket(/.*/, (socket) => {
    if (line.isCut) return void socket.close({ code: 1001 })
    socket.connectToServer()
    open.add(socket)
  })
  return line
}

async function openDemo(options: BrowserContextOptions): Promise<{ page: Page; complaints: string[]; line: Line }> {
  if (!held.browser) throw new Error('no browser')
  const context = await held.browser.newContext(options)
  const page = await context.newPage()
  const line = await holdLine(page)
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(`http://localhost:${held.ports[0]}/`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  return { page, complaints, line }
}
async function approve(wallet: Page): Promise<void> {
  wallet.setDefaultTimeout(15_000)
  await wallet.getByRole('button', { name: 'Approve', exact: true }).click()
}
const isConnected = (page: Page) => page.getByRole('button', { name: /^Account / }).waitFor()
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { value: next, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

describe('demo and companion', () => {
  test('behavior: the code is read from the screen, approved elsewhere, and the page is connected', async () => {
    const { page, complaints } = await openDemo({ viewport: { width: 1280, height: 900 } })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'QR code' }).click()
    await dialog.getByRole('img', { name: 'QR code' }).and(page.locator('[aria-busy=false]')).waitFor()
    const uri = await readCode(page)
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    const phone = await held.browser?.newContext()
    const wallet = await phone?.newPage()
    if (!wallet) throw new Error('no browser')
    await wallet.goto(`http://localhost:${held.ports[2]}/wc?uri=${encodeURIComponent(uri ?? '')}`)
    await approve(wallet)
    await isConnected(page)
    await dialog.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await phone?.close()
    await page.context().close()
  })

  test('behavior: on a phone the tap opens the wallet; approved while the page slept without a line, it is connected without another prompt', async () => {
    const { page, complaints, line } = await openDemo({
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    })
    const dialog = page.getByRole('dialog')
    const row = dialog.getByRole('link', { name: 'Companion', exact: true })
    await row.waitFor()
    const opening = page.context().waitForEvent('page')
    await row.tap()
    const wallet = await opening
    await setVisibility(page, 'hidden')
    line.cut()
    await approve(wallet)
    await wallet.getByRole('button', { name: 'Return to the page' }).waitFor()
    expect(await dialog.isVisible()).toBe(true)
    line.isCut = false
    await page.bringToFront()
    await setVisibility(page, 'visible')
    await isConnected(page)
    await dialog.waitFor({ state: 'hidden' })
    expect(await wallet.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a phone that has discarded the page: loaded again, it is connected by what was approved meanwhile', async () => {
    const { page, complaints } = await openDemo({
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    })
    const row = page.getByRole('dialog').getByRole('link', { name: 'Companion', exact: true })
    await row.waitFor()
    const opening = page.context().waitForEvent('page')
    await row.tap()
    const wallet = await opening
    await page.goto('about:blank')
    await approve(wallet)
    await wallet.getByRole('button', { name: 'Return to the page' }).waitFor()
    await page.goto(`http://localhost:${held.ports[0]}/`)
    await isConnected(page)
    await page.reload()
    await isConnected(page)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
