import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { formatEther, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { type MoneyWorld, startMoneyWorld } from '../worlds/money-world.ts'
import { strictPolicy } from '../worlds/stage.ts'
import { forms } from '../worlds/view-world.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const made: { world?: MoneyWorld } = {}
const world = (): MoneyWorld => made.world as MoneyWorld
beforeAll(async () => {
  made.world = await startMoneyWorld()
})
afterAll(() => made.world?.stop())

interface Scene {
  readonly page: Page
  readonly dialog: Locator
  readonly complaints: string[]
  button(name: string | RegExp): Locator
  heading(name: string): Promise<void>
  openAccount(): Promise<void>
}

/** A page with a connected wallet and its Account open. */
async function scene(
  options: BrowserContextOptions & { prepare?: (page: Page) => Promise<unknown> } = {},
  more: Parameters<MoneyWorld['setup']>[0] = {},
): Promise<Scene> {
  const { page, complaints } = await world().theatre.open(world().setup(more), options)
  page.setDefaultTimeout(stepTimeout)
  const dialog = page.getByRole('dialog')
  const openAccount = async (): Promise<void> => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Account/ })
      .click()
    await dialog.getByRole('list', { name: 'Token list' }).getByText('ETH').first().waitFor()
  }
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.getByRole('button', { name: 'Foxglove' }).first().click()
  await openAccount()
  const button = (name: string | RegExp): Locator =>
    dialog.getByRole('button', { name, exact: true })
  const heading = (name: string): Promise<void> =>
    dialog.getByRole('heading', { name, exact: true }).waitFor()
  return { page, dialog, complaints, button, heading, openAccount }
}
async function openBuy({ button, heading, dialog }: Scene): Promise<void> {
  await button('Buy').click()
  await heading('Buy')
  await dialog.getByText('Provider fee').waitFor()
}
/** Presses Continue and answers with the seller's window. */
async function go({ page, button }: Scene): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button('Continue').click()])
  await popup.waitForURL(/\/(?:pay|exchange)\//)
  return popup
}
async function pay(seller: Page, card: RegExp): Promise<void> {
  await seller.getByRole('button', { name: card }).click()
  // A page that is left before the seller has heard of it has paid nothing.
  const heard = seller.waitForResponse((response) => response.request().method() === 'POST')
  await seller.getByRole('button', { name: /^Pay / }).click()
  await heard
}
const cards = {
  good: /4242 4242 4242 4242/,
  confirm: /4000 0025 0000 3155/,
  slow: /4000 0000 0000 0077/,
  declined: /4000 0000 0000 0002/,
}
const balance = (): Promise<bigint> => world().chain.getBalance({ address: ada })
const kept = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('latchkey.default.v1.purchases'))
const close = ({ page }: Scene): Promise<void> => page.context().close()

describe('buying', () => {
  test('behavior: what was offered is what arrives, under a strict policy, in a window that cannot reach the page', async () => {
    const { theatre, gateway, devnet } = world()
    theatre.policy = strictPolicy(gateway.url, devnet.url)
    const it = await scene({ viewport: { width: 1200, height: 1000 } })
    theatre.policy = ''
    const { dialog, page } = it
    const before = await balance()
    await openBuy(it)
    await dialog.getByText('Card: $10.00 to $7,500.00').waitFor()
    expect(await dialog.getByRole('radio', { name: 'Sandbox card' }).isChecked()).toBe(true)
    expect(await dialog.getByText('Sandbox: no money moves').count()).toBe(2)
    expect(await dialog.getByText('Estimate').count()).toBe(0)
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250.50')
    const offered = dialog.getByRole('group', { name: 'You receive' })
    // 250.50 less 1.5 % (3.76) and 0.25, at 2,500.
    await expect.poll(() => offered.innerText()).toBe('0.098596 ETH')
    for (const line of ['$246.49', '$3.76', '$0.25', '$250.50', '1 ETH = $2,500.00']) {
      expect(await dialog.getByText(line, { exact: true }).count(), line).toBe(1)
    }

    const popup = await go(it)
    expect(await popup.evaluate(() => [innerWidth, innerHeight, window.opener])).toEqual([
      600,
      800,
      null,
    ])
    await it.heading('Finish in Sandbox card')
    await dialog.getByText('Continue in Sandbox card').waitFor()
    expect(await dialog.getByText('Sandbox: no money moves').count()).toBe(1)
    await pay(popup, cards.good)
    await it.heading('Bought')
    expect((await balance()) - before).toBe(parseEther('0.098596'))
    await dialog.getByText('0.098596 ETH arrived in your account.').waitFor()
    const href = await dialog.getByRole('link', { name: 'View transaction' }).getAttribute('href')
    const hash = href?.slice(href.lastIndexOf('/') + 1) as `0x${string}`
    const { value, to } = await world().chain.getTransaction({ hash })
    expect([value, to?.toLowerCase()]).toEqual([parseEther('0.098596'), ada.toLowerCase()])
    expect(await kept(page)).toBeNull()
    await it.button('Done').click()
    const shown = formatEther(await balance())
    await dialog
      .getByRole('list', { name: 'Token list' })
      .getByTitle(
        `${Number(shown.slice(0, shown.indexOf('.'))).toLocaleString('en')}.${shown
          .slice(shown.indexOf('.') + 1)
          .replace(/0+$/, '')} ETH`,
        { exact: true },
      )
      .waitFor()
    expect(it.complaints).toEqual([])
    await close(it)
  })

  test('behavior: a declined card buys nothing; the form is as it was, and another card buys', async () => {
    const it = await scene()
    const before = await balance()
    await openBuy(it)
    await it.dialog.getByRole('textbox', { name: 'Amount' }).fill('77')
    const first = await go(it)
    await pay(first, cards.declined)
    await it.dialog.getByText('did not accept the payment. Nothing was bought.').waitFor()
    expect(await balance()).toBe(before)
    expect(await kept(it.page)).toBeNull()
    await first.close()
    await it.button('Try again').click()
    await it.heading('Buy')
    expect(await it.dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('77')
    const second = await go(it)
    await pay(second, cards.confirm)
    await second.getByRole('button', { name: 'Yes, it is me' }).click()
    await it.heading('Bought')
    expect((await balance()) > before).toBe(true)
    expect(it.complaints).toEqual([])
    await close(it)
  })

  test('behavior: a window closed is said and can be opened again; a payment called off is over', async () => {
    const it = await scene()
    const before = await balance()
    await openBuy(it)
    const popup = await go(it)
    await popup.close()
    await it.dialog
      .getByText(
        'The window of Sandbox card is closed. If you have not finished there, open it again.',
      )
      .waitFor()
    const [again] = await Promise.all([
      it.page.waitForEvent('popup'),
      it.dialog.getByRole('link', { name: 'Open Sandbox card' }).click(),
    ])
    expect(await again.evaluate(() => window.opener)).toBeNull()
    await again.getByRole('button', { name: 'Cancel' }).click()
    await it.dialog.getByText('You left the payment at Sandbox card. Nothing was bought.').waitFor()
    expect(await balance()).toBe(before)
    expect(await kept(it.page)).toBeNull()
    await close(it)
  })

  test('behavior: a slow payment outlives a reload and a closed dialog', async () => {
    const it = await scene()
    const before = await balance()
    await openBuy(it)
    const popup = await go(it)
    await pay(popup, cards.slow)
    await it.dialog.getByText('Payment is being checked').waitFor()
    expect(await kept(it.page)).not.toContain('http')
    await it.page.reload()
    await it.openAccount()
    await it.button(/^Buying ETH from Sandbox card/).click()
    await it.heading('Bought')
    expect((await balance()) > before).toBe(true)
    expect(await kept(it.page)).toBeNull()
    expect(it.complaints).toEqual([])
    await close(it)
  })

  test('behavior: where windows are blocked a link leads to the seller', async () => {
    const block = (page: Page): Promise<unknown> =>
      page.addInitScript(() => Object.assign(window, { open: () => null }))
    const it = await scene({ prepare: block })
    const before = await balance()
    await openBuy(it)
    await it.button('Continue').click()
    await it.dialog
      .getByText('Your browser kept the window closed. Open it with the link.')
      .waitFor()
    const [seller] = await Promise.all([
      it.page.context().waitForEvent('page'),
      it.dialog.getByRole('link', { name: 'Open Sandbox card' }).click(),
    ])
    await pay(seller, cards.good)
    await it.heading('Bought')
    expect((await balance()) > before).toBe(true)
    await close(it)
  })

  test('behavior: a phone is led to the seller and back, and the purchase stands there by itself', async () => {
    const it = await scene(forms.phone)
    const before = await balance()
    const { page } = it
    const start = page.url()
    await openBuy(it)
    await it.button('Continue').click()
    await page.waitForURL(/\/pay\//)
    await pay(page, cards.slow)
    // The visitor does not wait for the bank.
    await page.goto(start)
    await it.heading('Bought')
    expect((await balance()) > before).toBe(true)
    // Once is enough.
    await page.reload()
    await it.openAccount()
    expect(await it.button(/^Buying ETH/).count()).toBe(0)
    await close(it)
  })

  test('behavior: a seller leads a phone back to the very page', async () => {
    const it = await scene(forms.phone)
    const { page } = it
    const start = page.url()
    await openBuy(it)
    await it.button('Continue').click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.waitForURL(start)
    await it.dialog.getByText('Not finished').waitFor()
    await it.button('Try again').click()
    await it.heading('Buy')
    await close(it)
  })

  test.each([
    ['5', 'At least $10.00'],
    ['7500.01', 'At most $7,500.00'],
    ['1.234', 'Enter a number with at most 2 decimal places'],
    ['ten', 'Enter a number'],
    ['-10', 'Enter an amount above zero'],
    ['', 'Enter an amount'],
  ])('parameters: amount %j opens no window and asks for none', async (amount, words) => {
    const it = await scene()
    await openBuy(it)
    const orders: string[] = []
    it.page.on(
      'request',
      (request) => request.url().includes('onrampurl') && orders.push(request.url()),
    )
    it.page.on('popup', () => orders.push('a window'))
    const field = it.dialog.getByRole('textbox', { name: 'Amount' })
    await field.fill(amount)
    await it.button('Continue').click()
    await it.dialog.getByText(words, { exact: true }).waitFor()
    const note = await field.evaluate((input) => {
      const root = input.getRootNode() as ShadowRoot
      return [
        root.activeElement === input,
        root.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
      ]
    })
    expect(note).toEqual([true, words])
    expect(orders).toEqual([])
    await close(it)
  })

  test('behavior: what nobody offers is an estimate on the screen', async () => {
    const it = await scene()
    await it.page.route('**/v1/onramp/quote?**', (route) =>
      route.fulfill({ status: 503, json: { reasons: [] } }),
    )
    await it.button('Buy').click()
    await it.dialog
      .getByText('Sandbox card has not offered this. What you get may differ.')
      .waitFor()
    expect(await it.dialog.getByRole('group', { name: /^You receive/ }).innerText()).toBe(
      'ETH for about $98.00',
    )
    expect(await it.dialog.getByText('Estimate', { exact: true }).count()).toBe(2)
    expect(await it.dialog.getByText(/1 ETH =/).count()).toBe(0)
    await close(it)
  })

  test('behavior: an order that cannot be seen is looked at until it can', async () => {
    const it = await scene()
    await openBuy(it)
    const popup = await go(it)
    await it.page.route('**/v1/onramp/orders/**', (route) => route.abort())
    await pay(popup, cards.good)
    await it.dialog.getByText('We can’t get an update right now. Trying again.').waitFor()
    expect(await it.button('Try again').count()).toBe(0)
    await it.page.unroute('**/v1/onramp/orders/**')
    await it.heading('Bought')
    await close(it)
  })

  test('behavior: coins come from an exchange', async () => {
    const it = await scene()
    const before = await balance()
    await it.page.evaluate(() => window.stage.modal.open({ view: 'FundWallet' }))
    await it.heading('Add funds')
    await it.button('Deposit from an exchange').click()
    await it.heading('Deposit from an exchange')
    await it.dialog.getByRole('radio', { name: 'Sandbox exchange' }).waitFor()
    for (const [amount, words] of [
      ['ten', 'Enter a number'],
      ['-1', 'Enter an amount above zero'],
      ['0.0000000000000000001', 'Enter a number with at most 18 decimal places'],
    ] as const) {
      await it.dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await it.button('Continue').click()
      await it.dialog.getByText(words, { exact: true }).waitFor()
    }
    await it.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.25')
    const popup = await go(it)
    await it.heading('Finish in Sandbox exchange')
    await popup.getByRole('button', { name: 'Fill in the test user' }).click()
    await popup.getByRole('button', { name: 'Log in' }).click()
    await popup.getByRole('button', { name: 'Withdraw' }).click()
    await it.heading('Deposited')
    expect((await balance()) - before).toBe(parseEther('0.25'))
    expect(await it.dialog.getByText('Sandbox: no money moves').count()).toBe(1)
    expect(await kept(it.page)).toBeNull()
    expect(it.complaints).toEqual([])
    await close(it)
  })

  test('behavior: deposits are offered where buying is off, and not where they are off themselves', async () => {
    const it = await scene({}, { kit: { features: { onramp: false } } })
    await it.button('Add funds').click()
    await it.heading('Add funds')
    expect(await it.button('Buy').count()).toBe(0)
    await it.button('Deposit from an exchange').click()
    await it.dialog.getByRole('radio', { name: 'Sandbox exchange' }).waitFor()
    expect(await it.dialog.getByText('Sandbox: no money moves').count()).toBeGreaterThan(0)
    await close(it)

    const asked: string[] = []
    const off = await scene(
      {
        prepare: async (page) =>
          void page.on('request', (request) => {
            asked.push(request.postData() ?? '')
          }),
      },
      { kit: { features: { pay: false } } },
    )
    await off.button('Buy').waitFor()
    await off.page.evaluate(() => window.stage.modal.open({ view: 'FundWallet' }))
    await off.heading('Add funds')
    await off.button('Buy with a card').waitFor()
    await off.page.evaluate(() => window.stage.modal.open({ view: 'PayWithExchange' }))
    await off.dialog.getByText(/No exchange/).waitFor()
    expect(asked.filter((body) => body.includes('reown_getExchanges'))).toEqual([])
    await close(off)
  })

  test('behavior: an exchange leads a phone back to the very page, where the deposit stands by itself', async () => {
    const it = await scene(forms.phone)
    const before = await balance()
    const { page } = it
    const start = page.url()
    await page.evaluate(() => window.stage.modal.open({ view: 'PayWithExchange' }))
    await it.dialog.getByRole('radio', { name: 'Sandbox exchange' }).waitFor()
    await it.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.125')
    await it.button('Continue').click()
    await page.waitForURL(/\/exchange\//)
    await page.getByRole('button', { name: 'Fill in the test user' }).click()
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.waitForURL(start)
    await it.heading('Deposited')
    expect((await balance()) - before).toBe(parseEther('0.125'))
    expect(await kept(page)).toBeNull()
    await close(it)
  })
})
