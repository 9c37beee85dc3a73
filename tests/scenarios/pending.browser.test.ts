import {
  accounts,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { createPublicClient, createTestClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raise, type Theatre } from '../worlds/stage.ts'

const grace = accounts[1].address

describe('what is pending', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let page: Page
  let complaints: string[]
  const tester = () =>
    createTestClient({
      mode: 'anvil',
      transport: http(devnet.url, { retryCount: 0 }),
      pollingInterval: 50,
    })
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const headingNamed = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
  const stored = () => page.evaluate(() => localStorage.getItem('latchkey.default.v1.pending'))
  const statuses = () =>
    page.evaluate(() =>
      Object.values(window.stage.kit.getState().transactions).map(({ status }) => status),
    )

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), devnet?.stop()])
  })
  beforeEach(async () => {
    ;({ page, complaints } = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      modal: { tokens: devnetTokens, lang: 'en' },
    }))
    await button('Connect wallet').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).click()
    await button(/^Account/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('available').waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('1')
    await page.getByRole('textbox', { name: 'Recipient' }).fill(grace)
    await button('Review').click()
    await headingNamed('Review send')
    return async () => {
      await page.context().close()
      await tester().setAutomine(true)
    }
  })

  test('behavior: a transfer settles with the dialog closed: it is told, and the balance is read anew', async () => {
    await tester().setAutomine(false)
    await button('Confirm').click()
    await headingNamed('Sending')
    await button('Close').click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await statuses()).toEqual(['submitted'])
    await tester().mine({ blocks: 1 })
    await page
      .getByRole('status')
      .getByText(/^Sent: 1 ETH to 0x/)
      .waitFor()
    expect(await statuses()).toEqual(['confirmed'])
    await expect.poll(stored).toBeNull()
    await button(/^Account/).click()
    await page
      .getByRole('list', { name: 'Token list' })
      .getByText(/^9,998\.99 ETH$/)
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('behavior: a transfer settles after a reload that nobody followed, and is told without a click', async () => {
    await tester().setAutomine(false)
    await button('Confirm').click()
    await headingNamed('Sending')
    await page.reload()
    await button(/^Account/).waitFor()
    await expect.poll(statuses).toEqual(['submitted'])
    await tester().mine({ blocks: 1 })
    await page
      .getByRole('status')
      .getByText(/^Sent: 1 ETH to 0x/)
      .waitFor()
    await expect.poll(stored).toBeNull()
    expect(await statuses()).toEqual(['confirmed'])
    expect(complaints).toEqual([])
  })

  test('behavior: one that was settled while nobody was there is told after the reload', async () => {
    await tester().setAutomine(false)
    await button('Confirm').click()
    await headingNamed('Sending')
    const address = page.url()
    await page.goto(`${theatre.origin}/empty`)
    await tester().mine({ blocks: 1 })
    await page.goto(address)
    await page
      .getByRole('status')
      .getByText(/^Sent: 1 ETH to 0x/)
      .waitFor()
    await expect.poll(stored).toBeNull()
  })

  test('behavior: one of which nobody knows what became is dismissed, and stays so', async () => {
    await page.evaluate(() => window.stage.wallets[0]?.behave('hang', 'eth_sendTransaction'))
    await button('Confirm').click()
    await expect.poll(statuses).toEqual(['signing'])
    await page.reload()
    await expect.poll(statuses).toEqual(['unknown'])
    await button(/^Account/).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Unknown/ })
      .click()
    await headingNamed('Unknown')
    await button('Dismiss').click()
    await page.getByRole('list', { name: 'Token list' }).waitFor()
    expect(await statuses()).toEqual([])
    await expect.poll(stored).toBeNull()
    await page.reload()
    await button(/^Account/).waitFor()
    expect(await statuses()).toEqual([])
    expect(
      await createPublicClient({ transport: http(devnet.url) }).getTransactionCount({
        address: grace,
      }),
    ).toBe(0)
  })
})
