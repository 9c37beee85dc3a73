import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts, runStart, type StartRun } from '../../../scripts/run-start.ts'

const held: { run?: StartRun; browser?: Browser; ports: number[] } = { ports: [] }

beforeAll(async () => {
  held.ports = await freePorts(8)
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

/** The demo in a fresh profile, with everything it complains about. */
async function openDemo(path = '/'): Promise<{ page: Page; complaints: string[] }> {
  if (!held.browser) throw new Error('no browser')
  const context = await held.browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  await page.goto(`http://localhost:${held.ports[0]}${path}`)
  return { page, complaints }
}

async function connectTestWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Test wallet' }).click()
  await page.getByRole('button', { name: /^Account / }).waitFor()
}

/** How the test wallet answers from now on. */
async function script(page: Page, answer: 'approve' | 'reject'): Promise<void> {
  await page.evaluate((wish) => {
    const { testWallet } = window as unknown as { testWallet: { script(part: { answer: string }): void } }
    testWallet.script({ answer: wish })
  }, answer)
}

describe('demo', () => {
  test('default: opens with the local chain, the drawer closed and no dialog', async () => {
    const { page, complaints } = await openDemo()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    await page.getByRole('button', { name: 'Network Latchkey Devnet' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Playground' }).count()).toBe(0)
    expect(await page.getByText('test money only').first().isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Test wallet' }).waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a stranger connects the test wallet and pays, and the chain has moved the money', async () => {
    const { page, complaints } = await openDemo('/?testWallet=approve')
    const held = await tillBalance()
    await connectTestWallet(page)
    await page.getByRole('button', { name: 'Add Harbour cup to the basket' }).click()
    await page.getByRole('button', { name: 'Pay 12 USDC' }).click()
    await page.getByText('Paid 12 USDC.').waitFor()
    expect((await tillBalance()) - held).toBe(12_000_000n)
    expect(await page.getByText('Nothing in it yet').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a declined payment says so, keeps the basket, and can be tried again', async () => {
    const { page } = await openDemo('/?testWallet=approve')
    await connectTestWallet(page)
    await page.getByRole('button', { name: 'Add Noon bowl to the basket' }).click()
    await script(page, 'reject')
    await page.getByRole('button', { name: 'Pay 18 USDC' }).click()
    await page.locator('.bad').waitFor()
    await script(page, 'approve')
    await page.getByRole('button', { name: 'Pay 18 USDC' }).click()
    await page.getByText('Paid 18 USDC.').waitFor()
    await page.context().close()
  })

  test('behavior: the playground changes the dialog, and nothing in it names its maker', async () => {
    const { page } = await openDemo()
    await page.getByRole('button', { name: 'Playground' }).click()
    await page.getByRole('radio', { name: 'dark' }).check({ force: true })
    await page.getByRole('checkbox', { name: 'Legal checkbox' }).check()
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').waitFor()
    expect(await dialog.evaluate((it) => getComputedStyle(it).colorScheme)).toContain('dark')
    const maker = /latchkey/i
    expect(await page.locator('footer').textContent()).toMatch(maker)
    expect(await dialog.textContent()).not.toMatch(maker)
    await page.context().close()
  })
})

/** What the shop has, asked of the chain itself: `balanceOf(till)` of the devnet's USDC. */
async function tillBalance(): Promise<bigint> {
  const data = '0x70a0823100000000000000000000000014dc79964da2c08b23698b3d3cc7ca32193d9955'
  const answer = await fetch(`http://localhost:${held.ports[3]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: '0xeC46FE249Ede51238819A346cf9e8dEf314408E4', data }, 'latest'],
    }),
  })
  return BigInt(((await answer.json()) as { result: string }).result)
}
