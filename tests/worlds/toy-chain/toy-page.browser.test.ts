import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raise, type Theatre } from '../stage.ts'
import { toyAccounts } from './test/toy-accounts.ts'

const [, grace] = toyAccounts
const chains = [
  {
    id: 'eip155:31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
] as const

describe('toy on a page', () => {
  const held = {} as { theatre: Theatre }
  beforeAll(async () => {
    held.theatre = await raise()
  })
  afterAll(() => held.theatre?.stop())
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const buttonNamed = (page: Page, name: string | RegExp) =>
    dialogOf(page).getByRole('button', { name, exact: true })
  const accountButton = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: /^Account/ })

  test('default: beside evm it connects, shows its balance, sends, and the transfer settles', async () => {
    const { page, complaints } = await held.theatre.open({ chains, hasToy: true })
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await buttonNamed(page, 'Foxglove').first().waitFor()
    await buttonNamed(page, 'Toybox').click()
    await accountButton(page).click()
    const tokens = dialogOf(page).getByRole('list', { name: 'Token list' })
    await tokens.getByText('5 TOY').first().waitFor()

    await buttonNamed(page, 'Send').click()
    await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill('1.5')
    await dialogOf(page).getByRole('textbox', { name: 'Recipient' }).fill(grace.address)
    await buttonNamed(page, 'Review').click()
    await buttonNamed(page, 'Confirm').click()
    await dialogOf(page).getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    const read = (address: string) =>
      page.evaluate((one) => window.stage.toy?.chain.answer('main', 'toy_balance', [one]), address)
    expect(await read(grace.address)).toBe('1500000')

    await buttonNamed(page, 'Done').click()
    if (!(await dialogOf(page).isVisible())) await accountButton(page).click()
    await tokens.getByText('3.499 TOY').first().waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: declined, tried again, and its network changed beside a connected wallet of evm', async () => {
    const { page, complaints } = await held.theatre.open({ chains, hasToy: true })
    await page.evaluate(() => window.stage.toy?.wallet.behave('reject'))
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await buttonNamed(page, 'Toybox').click()
    await dialogOf(page).getByText('Declined').first().waitFor()
    await page.evaluate(() => window.stage.toy?.wallet.behave('approve'))
    await buttonNamed(page, 'Try again').click()
    await accountButton(page).click()

    await buttonNamed(page, /^Network /).click()
    await buttonNamed(page, 'Local').click()
    await buttonNamed(page, 'Foxglove').click()
    await dialogOf(page).waitFor({ state: 'hidden' })
    await accountButton(page).click()
    const families = dialogOf(page).getByRole('group', { name: 'Connected accounts' })
    expect(await families.getByRole('button').allTextContents()).toEqual(['Ethereum', 'Toy'])

    await families.getByRole('button', { name: 'Toy' }).click()
    await buttonNamed(page, /^Network /).click()
    await buttonNamed(page, 'Toy Spare').click()
    await page.getByRole('main').getByRole('button', { name: 'Network Toy Spare' }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
