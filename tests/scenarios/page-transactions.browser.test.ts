import { join } from 'node:path'
import { accounts, devnetChain, type EvmDevnet, mnemonic, startEvmDevnet } from '@latchkey/devnet'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createTestClient, createWalletClient, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { raise, type Theatre } from '../worlds/stage.ts'

const [, grace] = accounts
const photographs = process.env.LATCHKEY_PHOTOGRAPHS

describe('a transaction that the page sends by itself', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let page: Page
  let complaints: string[]
  const node = () => http(devnet.url, { retryCount: 0 })
  const tester = () => createTestClient({ mode: 'anvil', transport: node(), pollingInterval: 50 })
  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const headingNamed = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
  const statuses = () =>
    page.evaluate(() =>
      Object.values(window.stage.kit.getState().transactions).map(({ status }) => status),
    )
  const photograph = async (name: string): Promise<void> => {
    if (photographs) await page.screenshot({ path: join(photographs, `${name}.png`) })
  }

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), devnet?.stop()])
  })
  afterEach(async () => {
    await page.context().close()
    await tester().setAutomine(true)
    expect(complaints).toEqual([])
  })

  /** A connected page, whose dialog is closed. */
  async function open(options: BrowserContextOptions = {}): Promise<void> {
    ;({ page, complaints } = await theatre.open(
      {
        chains: [devnetChain(devnet.url)],
        rpcUrl: devnet.url,
        modal: { lang: 'en', tokens: [] },
      },
      options,
    ))
    await page.evaluate(() => window.stage.connect())
    await button(/^Account/).waitFor()
    await tester().setAutomine(false)
  }
  /** Sends with viem alone: neither the kit nor its wallet is asked. */
  async function sendWithViem(more: { readonly gas?: bigint; readonly to?: `0x${string}` } = {}) {
    const client = createWalletClient({
      account: mnemonicToAccount(mnemonic),
      transport: node(),
    })
    return client.sendTransaction({ chain: null, to: grace.address, value: 1n, ...more })
  }
  const add = (hash: string, more: object = {}) =>
    page.evaluate((given) => window.stage.addTransaction(given as never), {
      chain: 'eip155:31337',
      hash,
      ...more,
    })

  test('default: it is listed as the page says, its status is shown, and the chain settles it', async () => {
    await open()
    const hash = await sendWithViem()
    const id = await add(hash, { description: 'Mint a badge' })
    expect(await add(`0x${hash.slice(2).toUpperCase()}`)).toBe(id)
    await button(/^Account/).click()
    const row = dialog().getByRole('button', { name: /Mint a badge/ })
    await row.waitFor()
    expect(await row.count()).toBe(1)
    await photograph('page-transaction-list-light')
    await row.click()
    await headingNamed('Pending')
    expect(await dialog().getByText('Mint a badge').count()).toBe(1)
    await photograph('page-transaction-pending-light')
    await tester().mine({ blocks: 1 })
    await headingNamed('Confirmed')
    expect((await dialog().locator('.whole').innerText()).replace(/\s/g, '')).toBe(hash)
    expect(await button('Send again').count()).toBe(0)
    await photograph('page-transaction-confirmed-light')
  })

  test('behavior: with the dialog never opened a toast says how it ended', async () => {
    await open({ colorScheme: 'dark' })
    await add(await sendWithViem(), { description: 'Mint a badge' })
    await tester().mine({ blocks: 1 })
    await page.getByRole('status').getByText('Confirmed: Mint a badge').waitFor()
    await photograph('page-transaction-toast-dark')
    expect(await statuses()).toEqual(['confirmed'])
  })

  test('parameters: toast, nothing is said when it is off', async () => {
    await open()
    await add(await sendWithViem(), { description: 'Quiet', toast: false })
    await add(await sendWithViem(), { description: 'Loud' })
    await tester().mine({ blocks: 1 })
    await page.getByRole('status').getByText('Confirmed: Loud').waitFor()
    await expect.poll(statuses).toEqual(['confirmed', 'confirmed'])
    const shown = await page.evaluate(() =>
      window.stage.events.flatMap((event) => (event.type === 'toast-shown' ? [event.text] : [])),
    )
    expect(shown).toEqual(['Confirmed: Loud'])
  })

  test('behavior: after a reload it settles without a click, and is told', async () => {
    await open({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' })
    await add(await sendWithViem(), { description: 'Mint a badge' })
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('latchkey.default.v1.pending')))
      .toContain('Mint a badge')
    await page.reload()
    await button(/^Account/).waitFor()
    await expect.poll(statuses).toEqual(['submitted'])
    await button(/^Account/).click()
    const row = dialog().getByRole('button', { name: /Mint a badge/ })
    await row.waitFor()
    await photograph('page-transaction-list-phone-dark')
    await row.click()
    await headingNamed('Pending')
    await photograph('page-transaction-pending-phone-dark')
    await button('Close').click()
    await tester().mine({ blocks: 1 })
    await page.getByRole('status').getByText('Confirmed: Mint a badge').waitFor()
  })
})
