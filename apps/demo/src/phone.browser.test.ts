import type { TestWallet } from '@latchkey/signer/in-page'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type WebSocketRoute,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts, runStart, type StartRun } from '../../../scripts/run-start.ts'
import { readCode } from '../../../tests/helpers/read-code.ts'
import { stepTimeout } from '../../../tests/helpers/step-timeout.ts'

const held: { run?: StartRun; browser?: Browser; ports: number[] } = { ports: [] }

beforeAll(async () => {
  held.ports = await freePorts(8)
  held.run = runStart(held.ports)
  held.browser = await chromium.launch({
    executablePath:
      process.env.LATCHKEY_HEADLESS || process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium',
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

/**
 * The page's sockets run through it: cut, they are closed, and none is opened until it is mended.
 */
async function holdLine(page: Page): Promise<Line> {
  const open = new Set<WebSocketRoute>()
  const line = {
    isCut: false,
    cut() {
      line.isCut = true
      for (const socket of open) {
        void socket.close({ code: 1001 })
      }
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

async function openDemo(
  options: BrowserContextOptions,
  isInLinkMode = false,
): Promise<{ page: Page; complaints: string[]; line: Line }> {
  if (!held.browser) throw new Error('no browser')
  const context = await held.browser.newContext(options)
  if (isInLinkMode)
    await context.addInitScript(() => {
      // An empty page has none.
      if (location.origin !== 'null') localStorage.setItem('demo.link-mode', 'on')
    })
  const page = await context.newPage()
  const line = await holdLine(page)
  page.setDefaultTimeout(stepTimeout)
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
  wallet.setDefaultTimeout(stepTimeout)
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
    await dialog
      .getByRole('img', { name: 'QR code' })
      .and(page.locator('[aria-busy=false]'))
      .waitFor()
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

  test('behavior: the companion opened from the page tells it at once what is disconnected there', async () => {
    const { page } = await openDemo({ viewport: { width: 1280, height: 900 } })
    await page.evaluate(() =>
      (window as unknown as { testWallet: TestWallet }).testWallet.script({ answer: 'approve' }),
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
    await isConnected(page)
    const [wallet] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'companion' }).click(),
    ])
    await wallet
      .getByRole('button', { name: /^Disconnect/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.context().close()
  })

  describe('link mode', () => {
    const tabOf = async (page: Page, act: () => Promise<unknown>): Promise<Page> => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), act()])
      tab.setDefaultTimeout(stepTimeout)
      return tab
    }

    /** A phone whose demo asks inside links; the wallet's tab is opened by the tap. */
    async function openInLinkMode() {
      const opened = await openDemo(
        { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
        true,
      )
      const { page } = opened
      const row = page.getByRole('dialog').getByRole('link', { name: 'Companion', exact: true })
      await row.waitFor()
      expect(await row.getAttribute('href')).toMatch(/\/wc\?wc_ev=[-_\w]+&topic=[0-9a-f]{64}$/)
      return { ...opened, row, wallet: await tabOf(page, () => row.tap()) }
    }
    test('behavior: asked inside a link, answered by a page load in another tab: both are connected, the address is clean', async () => {
      const { page, complaints, line, wallet } = await openInLinkMode()
      line.cut()
      const tab = await tabOf(page, () => approve(wallet))
      await isConnected(page)
      await isConnected(tab)
      await expect.poll(() => tab.url()).toBe(`http://localhost:${held.ports[0]}/`)
      // The first taken out of the history, too.
      expect(await tab.evaluate(() => history.length)).toBe(1)
      expect(await wallet.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test('behavior: a request leaves by a link within the click, and its answer comes to the tab that asked', async () => {
      const { page, wallet, line } = await openInLinkMode()
      const other = await tabOf(page, () => approve(wallet))
      await isConnected(page)
      await other.close()
      await wallet.close()
      await page.bringToFront()
      await page.getByRole('button', { name: 'Add Harbour cup to the basket' }).click()
      const pay = page.getByRole('button', { name: /^Pay / })
      const asking = await tabOf(page, () => pay.click())
      line.cut()
      expect(new URL(asking.url()).pathname).toBe('/wc')
      const answer = await tabOf(page, () => approve(asking))
      await isConnected(answer)
      await page.getByText('Paid 12 USDC.').waitFor()
      await page.context().close()
    })

    test('behavior: a page that the phone has dropped is connected by the page load that brings the answer', async () => {
      const { page, wallet, complaints } = await openInLinkMode()
      await page.goto('about:blank')
      const tab = await tabOf(page, () => approve(wallet))
      await isConnected(tab)
      await tab.reload()
      await isConnected(tab)
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test('behavior: declined by a link, the page says so; opened once more, the wallet gets the pairing', async () => {
      const { page, wallet, complaints } = await openInLinkMode()
      await wallet.getByRole('button', { name: 'Reject', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).tap()
      const open = page.getByRole('dialog').getByRole('link', { name: /Open Companion/ })
      await open.waitFor()
      expect(await open.getAttribute('href')).toContain('wc?uri=wc%3A')
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test('behavior: a forged answer in the address connects nobody and is taken out of it', async () => {
      const { page, wallet, complaints } = await openInLinkMode()
      const tab = await page.context().newPage()
      await tab.goto(
        `http://localhost:${held.ports[0]}/?shop=1&wc_ev=${'A'.repeat(200)}&topic=${'ab'.repeat(32)}#x`,
      )
      await expect.poll(() => tab.url()).toBe(`http://localhost:${held.ports[0]}/?shop=1#x`)
      // The true answer comes the same way and is heard, so the forged one before it was, too.
      await wallet.getByRole('button', { name: 'Reject', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor()
      for (const one of [page, tab]) {
        expect(await one.getByRole('button', { name: /^Account / }).count()).toBe(0)
      }
      expect(complaints).toEqual([])
      await page.context().close()
    })
  })
})
