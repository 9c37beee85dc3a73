import { accounts, devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { type FixtureGateway, fixtureGateway } from '../worlds/fixture-gateway.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

/** What the gateway made of paper says of ether: 2,574.40 dollars. */
const cents = 257_440n

describe('sending an amount of money', () => {
  const held = {} as { theatre: Theatre; devnet: EvmDevnet; gateway: FixtureGateway }
  beforeAll(async () => {
    ;[held.theatre, held.devnet, held.gateway] = await Promise.all([
      raise(),
      startEvmDevnet(),
      fixtureGateway(),
    ])
  })
  afterAll(async () => {
    await Promise.all([held.theatre?.stop(), held.gateway?.stop(), held.devnet?.stop()])
  })
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const buttonNamed = (page: Page, name: string) =>
    dialogOf(page).getByRole('button', { name, exact: true })
  const amount = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Amount' })
  const open = async (): Promise<Page> => {
    const { devnet, gateway, theatre } = held
    const { page } = await theatre.open({
      chains: [devnetChain(devnet.url)],
      rpcUrl: devnet.url,
      modal: { lang: 'en', currency: 'usd' },
      kit: { gateway: { url: gateway.url, project: 'demo' } },
    })
    page.setDefaultTimeout(stepTimeout)
    await page.evaluate(() => window.stage.connect())
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .click()
    await buttonNamed(page, 'Send').click()
    await buttonNamed(page, 'Enter in USD').click()
    return page
  }

  test('default: what is typed as dollars is sent as what they buy, rounded down, and the review says both', async () => {
    const page = await open()
    const chain = createPublicClient({ transport: http(held.devnet.url, { retryCount: 0 }) })
    const before = await chain.getBalance({ address: accounts[1].address })
    await amount(page).fill('100')
    await dialogOf(page).getByText('= 0.038844 ETH').waitFor()
    await dialogOf(page).getByRole('textbox', { name: 'Recipient' }).fill(accounts[1].address)
    await buttonNamed(page, 'Review').click()
    const bought = (10_000n * 10n ** 18n) / cents
    await dialogOf(page).getByText(`0.0${bought} ETH`).waitFor()
    await buttonNamed(page, 'Confirm').click()
    await dialogOf(page).getByRole('heading', { name: 'Sent', exact: true }).waitFor()
    expect((await chain.getBalance({ address: accounts[1].address })) - before).toBe(bought)
    await page.context().close()
  })

  test('behavior: the field goes over from one to the other and back, Max is of the token, and another token begins anew', async () => {
    const page = await open()
    await amount(page).fill('257.44')
    await buttonNamed(page, 'Enter in ETH').click()
    expect(await amount(page).inputValue()).toBe('0.1')
    expect(
      await amount(page).evaluate((it) => (it.getRootNode() as ShadowRoot).activeElement === it),
    ).toBe(true)
    await buttonNamed(page, 'Enter in USD').click()
    expect(await amount(page).inputValue()).toBe('257.44')
    await amount(page).fill('1.234')
    await buttonNamed(page, 'Review').click()
    await dialogOf(page).getByText('Enter a number with at most 2 decimal places').waitFor()
    await buttonNamed(page, 'Max').click()
    await buttonNamed(page, 'Enter in USD').waitFor()
    await expect.poll(() => amount(page).inputValue()).toMatch(/^\d[\d.]*$/)
    await buttonNamed(page, 'Enter in USD').click()
    await amount(page).fill('10')
    await buttonNamed(page, 'Token ETH').click()
    await dialogOf(page)
      .getByRole('list', { name: 'Tokens' })
      .getByRole('button')
      .filter({ hasText: 'USDC' })
      .click()
    await buttonNamed(page, 'Token USDC').waitFor()
    expect(await amount(page).inputValue()).toBe('')
    await page.context().close()
  })
})
