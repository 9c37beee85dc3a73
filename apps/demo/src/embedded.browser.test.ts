import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { createPublicClient, createTestClient, http, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts, runStart, type StartRun } from '../../../scripts/run-start.ts'

const held: { run?: StartRun; chromium?: ChildProcess; folder?: string; context?: BrowserContext; ports: number[] } = {
  ports: [],
}
const port = (index: number): number => held.ports[index] ?? 0

/** A browser as a visitor has it: storage of a frame is parted by the page around it, which a driver's own launch turns off. */
async function openBrowser(): Promise<BrowserContext> {
  held.folder = mkdtempSync(join(tmpdir(), 'latchkey-profile-'))
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']
  const more = ['--remote-debugging-port=0', `--user-data-dir=${held.folder}`, 'about:blank']
  const child = spawn(process.env.LATCHKEY_CHROMIUM || '/usr/bin/chromium', [...flags, ...quiet, ...more], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  held.chromium = child
  const address = await new Promise<string>((done, fail) => {
    const said = { text: '' }
    child.stderr?.on('data', (part: Buffer) => {
      said.text += part.toString()
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said.text) ?? []
      if (found) done(found)
    })
    child.once('exit', () => fail(new Error(said.text)))
  })
  const [context] = (await chromium.connectOverCDP(address)).contexts()
  if (!context) throw new Error('no context')
  return context
}

beforeAll(async () => {
  held.ports = await freePorts(14)
  held.run = runStart(held.ports)
  held.context = await openBrowser()
  await held.run.until(/^ready/m)
})
afterAll(async () => {
  await held.context?.browser()?.close()
  held.chromium?.kill('SIGKILL')
  held.run?.child.kill('SIGTERM')
  await held.run?.ended
  if (held.folder) rmSync(held.folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The shop at a site of its own: any name below `localhost` is one. */
async function openShop(site = 'localhost'): Promise<{ page: Page; dialog: Locator; complaints: string[] }> {
  if (!held.context) throw new Error('no browser')
  const page = await held.context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(`http://${site}:${port(0)}/`)
  return { page, dialog: page.getByRole('dialog'), complaints }
}

/** Digits of the newest of `count` mails to somebody. */
async function codeFor(address: string, count: number): Promise<string> {
  for (;;) {
    const answer = await fetch(`http://localhost:${port(8)}/api/messages?to=${encodeURIComponent(address)}`)
    const mails = (await answer.json()) as { text: string }[]
    if (mails.length >= count) return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    await new Promise((done) => setTimeout(done, 50))
  }
}

async function typeCode(page: Page, heading: string, code: string): Promise<void> {
  await page.getByRole('dialog').getByRole('heading', { name: heading, exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Digit 1' }).fill(code)
}

async function signUp(page: Page, address: string, mails = 1): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
  await dialog.getByRole('button', { name: 'Continue with email' }).click()
  await typeCode(page, 'Confirm your email', await codeFor(address, mails))
}

/** A window of the vault that this press opens. */
async function opened(press: Locator): Promise<Page> {
  const opening = held.context?.waitForEvent('page')
  await press.click()
  const window = await opening
  if (!window) throw new Error('no window')
  return window
}

/** What the page shows of its account, as the chain knows it. */
async function addressOf(page: Page): Promise<`0x${string}`> {
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  const found = await page.evaluate(() => /0x[\da-fA-F]{40}/.exec(JSON.stringify({ ...localStorage }))?.[0])
  return (found ?? '0x') as `0x${string}`
}

const chain = () => createPublicClient({ transport: http(`http://127.0.0.1:${port(3)}`) })
const tester = () => createTestClient({ mode: 'anvil', transport: http(`http://127.0.0.1:${port(3)}`) })
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('embedded wallet', () => {
  test('behavior: an address becomes a wallet that a reload finds again and that sends what its owner approves in the vault', async () => {
    const { page, dialog, complaints } = await openShop()
    await signUp(page, 'ada@shop.example')
    const ada = await addressOf(page)
    await tester().setBalance({ address: ada, value: parseEther('1') })
    await page.reload()
    expect(await addressOf(page)).toBe(ada)
    await page.getByRole('button', { name: /^Account/ }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.01')
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill(grace)
    await dialog.getByRole('button', { name: 'Review' }).click()
    const before = await chain().getBalance({ address: grace })
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const approval = await opened(dialog.getByRole('button', { name: 'Open approval' }))
    expect(new URL(approval.url()).host).toBe(`vault.localhost:${port(13)}`)
    await approval.getByText('Send 0.01 ETH').waitFor()
    // Pressed at once it does nothing: the second of a double click never meets it.
    await approval.getByRole('button', { name: 'Approve' }).click({ force: true })
    expect(await approval.getByRole('button', { name: 'Approve' }).isVisible()).toBe(true)
    await approval.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    expect(await chain().getBalance({ address: grace })).toBe(before + parseEther('0.01'))
    expect(complaints).toEqual([])
    await page.close()
  })

  test('behavior: recovered on a second site by the password, after a second mail; exported, another library makes the same account', async () => {
    const password = 'six pots and a long evening'
    const first = await openShop('first.localhost')
    await signUp(first.page, 'linus@shop.example')
    const linus = await addressOf(first.page)
    await first.page.getByRole('button', { name: /^Account/ }).click()
    await first.dialog.getByRole('button', { name: 'Settings' }).click()

    const exporting = await opened(first.dialog.getByRole('button', { name: 'Export keys', exact: true }))
    await exporting.getByRole('button', { name: 'Show words and keys' }).click()
    await exporting.getByRole('button', { name: 'Show The 24 words' }).click()
    const words = await exporting.locator('.words > li').allInnerTexts()
    expect(mnemonicToAccount(words.join(' ')).address).toBe(linus)
    await exporting.close()

    const recovery = await opened(first.dialog.getByRole('button', { name: 'Recovery', exact: true }))
    await recovery.getByRole('button', { name: 'Use a password' }).click()
    await recovery.getByLabel('New password').fill(password)
    await recovery.getByLabel('The same again').fill(password)
    await recovery.getByRole('button', { name: 'Save the password' }).click()
    await recovery.getByRole('heading', { name: 'Recovery is set up' }).waitFor()
    await recovery.close()
    expect(first.complaints).toEqual([])
    await first.page.close()

    const second = await openShop('second.localhost')
    await signUp(second.page, 'linus@shop.example', 2)
    await typeCode(second.page, 'Confirm this device', await codeFor('linus@shop.example', 3))
    const recovering = await opened(second.dialog.getByRole('button', { name: 'Open recovery' }))
    await recovering.getByLabel('Your recovery password').fill(password)
    await recovering.getByRole('button', { name: 'Use the password' }).click()
    expect(await addressOf(second.page)).toBe(linus)
    expect(second.complaints).toEqual([])
    await second.page.close()
  })

  test('behavior: Google, whose page cuts the window from its opener, signs in all the same', async () => {
    const { page, dialog, complaints } = await openShop('social.localhost')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const provider = await opened(dialog.getByRole('button', { name: 'Continue with Google' }))
    await provider.getByRole('textbox', { name: 'Account' }).fill('grace')
    await provider.getByRole('button', { name: 'Sign in' }).click()
    expect(await addressOf(page)).toMatch(/^0x[\da-f]{40}$/i)
    expect(complaints).toEqual([])
    await page.close()
  })
})
