import {
  accounts,
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  mnemonic,
  startEvmDevnet,
} from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stepTimeout } from '../helpers/step-timeout.ts'
import { merchant, type OrdersStandIn, startOrdersStandIn } from '../worlds/orders-stand-in.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const [ada] = accounts
const usdc = {
  id: `eip155:31337/erc20:${addresses.usdc}`,
  name: 'USD Coin (devnet)',
  symbol: 'USDC',
  decimals: 6,
} as const
const price = 19_900_000n

describe('paying with the dialog', () => {
  let theatre: Theatre
  let devnet: EvmDevnet
  let orders: OrdersStandIn
  let page: Page
  let complaints: string[]
  let snapshot: Hex
  const node = () => http(devnet.url, { retryCount: 0 })
  const tester = () => createTestClient({ mode: 'anvil', transport: node() })
  const dialog = (at = page) => at.getByRole('dialog')
  const button = (name: string | RegExp, at = page) =>
    dialog(at).getByRole('button', { name, exact: true })
  const heading = (name: string, at = page) =>
    dialog(at).getByRole('heading', { name, exact: true }).waitFor()
  const received = () =>
    createPublicClient({ transport: node() }).readContract({
      abi: erc20Abi,
      address: addresses.usdc,
      functionName: 'balanceOf',
      args: [merchant],
    })
  const asked = (at = page) =>
    at.evaluate(
      () =>
        window.stage.wallets[0]?.requests.filter(({ method }) => method === 'eth_sendTransaction')
          .length,
    )
  const behave = (behavior: 'approve' | 'reject' | 'hang' | { lie: unknown }) =>
    page.evaluate(
      (how) => window.stage.wallets[0]?.behave(how as 'hang', 'eth_sendTransaction'),
      behavior,
    )

  beforeAll(async () => {
    ;[theatre, devnet] = await Promise.all([raise(), startEvmDevnet()])
    orders = await startOrdersStandIn(devnet.url)
  })
  afterAll(async () => {
    await Promise.all([theatre?.stop(), orders?.stop(), devnet?.stop()])
  })
  beforeEach(async () => {
    snapshot = await tester().snapshot()
    orders.reports.length = 0
  })
  afterEach(async () => {
    await page.context().close()
    await tester().revert({ id: snapshot })
    expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
  })

  const setupOf = ({ kit, ...more }: Partial<Setup> = {}): Setup => ({
    chains: [
      { ...devnetChain(devnet.url), explorer: { name: 'Devscan', url: 'https://scan.example' } },
    ],
    rpcUrl: devnet.url,
    modal: { lang: 'en', tokens: devnetTokens },
    kit: { gateway: { url: orders.url, project: 'demo' }, ...kit },
    ...more,
  })
  async function open(more: Partial<Setup> = {}): Promise<void> {
    ;({ page, complaints } = await theatre.open(setupOf(more)))
    page.setDefaultTimeout(stepTimeout)
    await page.evaluate(() => window.stage.connect())
  }
  /** Starts a payment in the page; its result is read with `outcome`. */
  const start = (terms: object, at = page) =>
    at.evaluate((given) => {
      const told = window as { paid?: Promise<unknown> }
      told.paid = window.stage.pay(given as never)
    }, terms)
  const outcome = (at = page) =>
    at.evaluate(() => (window as { paid?: Promise<unknown> }).paid as Promise<never>)
  const ready = (at = page) => dialog(at).getByText('At most').waitFor()
  const mine = (blocks: number) => tester().mine({ blocks })
  const direct = { asset: usdc, to: merchant, amount: price, title: 'A hat', confirmations: 2 }

  test('default: an order is paid, the gateway is told, and the receipt comes when it is settled', async () => {
    await open()
    const before = await received()
    const order = orders.make()
    await start({ order: order.id })
    await ready()
    const shown = await dialog().innerText()
    expect(shown).toContain('19.9 USDC')
    expect(shown).toContain('Two tickets for the boat')
    expect(shown.replace(/\s/g, '')).toContain(merchant)
    expect(await asked()).toBe(0)
    await button('Pay now').click()
    await heading('Paying')
    await dialog().getByText('1 of 2').waitFor()
    await mine(1)
    await heading('Paid')
    const receipt = await outcome()
    expect(receipt).toMatchObject({
      state: 'settled',
      chain: 'eip155:31337',
      from: `eip155:31337:${ada.address}`,
      asset: usdc.id,
      amount: price,
    })
    const { hash, explorerUrl } = receipt as { hash: Hex; explorerUrl: string }
    expect(explorerUrl).toBe(`https://scan.example/tx/${hash}`)
    expect(orders.reports).toEqual([{ order: order.id, chain: 'eip155:31337', hash }])
    expect((await received()) - before).toBe(price)
    const client = createPublicClient({ transport: node() })
    const { input } = await client.getTransaction({ hash })
    expect(input.endsWith(order.id)).toBe(true)
    await button('Done').click()
    await dialog().waitFor({ state: 'hidden' })
  })

  test('default: without an order the chain counts the confirmations', async () => {
    await open({ kit: {} })
    await start(direct)
    await ready()
    await button('Pay now').click()
    await dialog().getByText('1 of 2').waitFor()
    await mine(1)
    await heading('Paid')
    expect(await outcome()).toMatchObject({ state: 'settled', amount: price })
  })

  test('behavior: the coin carries the mark as the data of a plain transfer', async () => {
    await open()
    const order = orders.make()
    await start({ order: order.id })
    await ready()
    await dialog().getByRole('radio', { name: 'ETH on Latchkey Devnet' }).check()
    await dialog().locator('.review-amount').getByText('0.0077 ETH').waitFor()
    await ready()
    await button('Pay now').click()
    await heading('Paying')
    await mine(1)
    await heading('Paid')
    const { hash } = (await outcome()) as { hash: Hex }
    const transaction = await createPublicClient({ transport: node() }).getTransaction({ hash })
    expect(transaction).toMatchObject({ value: 7_700_000_000_000_000n, input: `0x${order.id}` })
  })

  test('behavior: who is not connected connects first', async () => {
    ;({ page, complaints } = await theatre.open(setupOf()))
    page.setDefaultTimeout(stepTimeout)
    await start({ order: orders.make().id })
    await heading('Connect a wallet')
    await button('Foxglove').first().click()
    await heading('Pay')
    await ready()
    await button('Pay now').click()
    await heading('Paying')
  })

  test('behavior: a double click pays once, and so does a second call', async () => {
    await open()
    const before = await received()
    const order = orders.make()
    await start({ order: order.id })
    await start({ order: order.id })
    await ready()
    await button('Pay now').dblclick()
    await heading('Paying')
    await mine(1)
    await heading('Paid')
    expect(await asked()).toBe(1)
    expect((await received()) - before).toBe(price)
  })

  test('behavior: declined leads back to the quote, and the next try pays', async () => {
    await open()
    await start({ order: orders.make().id })
    await ready()
    await behave('reject')
    await button('Pay now').click()
    await dialog().getByText('Declined. Nothing was paid.').waitFor()
    await behave('approve')
    await button('Pay now').click()
    await heading('Paying')
    expect(await asked()).toBe(2)
  })

  test('behavior: after a reload in the middle it is shown what was paid, and nothing is paid twice', async () => {
    await open()
    const before = await received()
    const order = orders.make()
    await start({ order: order.id })
    await ready()
    await button('Pay now').click()
    await heading('Paying')
    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await start({ order: order.id })
    await heading('Paying')
    await mine(1)
    await heading('Paid')
    expect(await button('Pay now').count()).toBe(0)
    expect((await received()) - before).toBe(price)
    expect(await outcome()).toMatchObject({ state: 'settled', amount: price })
  })

  test('behavior: without an order, the reference says what was paid, also after it settled', async () => {
    await open({ kit: {} })
    const before = await received()
    const terms = { ...direct, reference: 'invoice 7' }
    await start(terms)
    await ready()
    await button('Pay now').click()
    await dialog().getByText('1 of 2').waitFor()
    await mine(1)
    await heading('Paid')
    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await start(terms)
    await heading('Paid')
    expect(await outcome()).toMatchObject({ state: 'settled' })
    expect((await received()) - before).toBe(price)
  })

  test('behavior: of two tabs one pays, and the other shows it', async () => {
    await open()
    const before = await received()
    const order = orders.make()
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void window.open(location.href)),
    ])
    other.setDefaultTimeout(stepTimeout)
    await other.getByRole('button', { name: /^Account/ }).waitFor()
    await start({ order: order.id })
    await start({ order: order.id }, other)
    await Promise.all([ready(), ready(other)])
    // The wallet of the first tab has not answered yet when the visitor presses the button in the
    // second tab.
    await behave('hang')
    await button('Pay now').click()
    await dialog().getByText('Continue in Foxglove').first().waitFor()
    await button('Pay now', other).click()
    await dialog(other).getByText('This order cannot be paid now').waitFor()
    expect(await asked(other)).toBe(0)
    await page.evaluate(() => window.stage.wallets[0]?.release('approve'))
    await heading('Paying')
    await heading('Paying', other)
    expect((await received()) - before).toBe(price)
  })

  test('behavior: an order that changed between showing and signing is shown again', async () => {
    await open()
    const order = orders.make()
    await start({ order: order.id })
    await ready()
    const accepts = order.accepts.map((option) => ({ ...option, amount: '29900000' }))
    orders.change(order.id, { accepts: accepts.slice(0, 1) })
    await button('Pay now').click()
    await dialog().getByText('The order has changed. Look at it again, then pay.').waitFor()
    await dialog().locator('.review-amount').getByText('29.9 USDC').waitFor()
    expect(await asked()).toBe(0)
    await ready()
    await button('Pay now').click()
    await heading('Paying')
    expect(await asked()).toBe(1)
  })

  test('behavior: an order that expired while it was shown says so', async () => {
    await open()
    const order = orders.make()
    await start({ order: order.id })
    await ready()
    orders.change(order.id, { state: 'expired' })
    await button('Pay now').click()
    await heading('Time is over')
    expect(await asked()).toBe(0)
    await button('Done').click()
    expect(await outcome()).toEqual({ code: 'order-closed' })
  })

  test('behavior: a wallet that sends another amount is noticed', async () => {
    await open()
    await start({ order: orders.make().id })
    await ready()
    const hash = await createWalletClient({
      account: mnemonicToAccount(mnemonic),
      transport: node(),
    }).writeContract({
      abi: erc20Abi,
      address: addresses.usdc,
      functionName: 'transfer',
      args: [merchant, 5_000_000n],
      chain: null,
    })
    await behave({ lie: hash })
    await button('Pay now').click()
    await heading('Paid too little')
    await dialog().getByText('5 USDC arrived, 19.9 USDC were asked for').waitFor()
    expect(await outcome()).toMatchObject({ state: 'underpaid', amount: 5_000_000n })
  })

  test.each([
    ['late', 'Paid too late'],
    ['refunded', 'Refunded'],
    ['underpaid', 'Paid too little'],
  ])('behavior: an order that is %s', async (state, shown) => {
    await open()
    const order = orders.make()
    const payment = {
      chain: 'eip155:31337',
      hash: `0x${'5a'.repeat(32)}`,
      from: ada.address,
      asset: usdc.id,
      amount: '5000000',
      confirmations: 2,
      needed: 2,
      seenAt: new Date().toISOString(),
    }
    const refund = { note: 'Sold out', at: new Date().toISOString() }
    orders.change(order.id, { state, payment, ...(state === 'refunded' && { refund }) })
    await start({ order: order.id })
    await heading(shown)
    if (state === 'refunded') await dialog().getByText('Sold out').waitFor()
    expect(await outcome()).toMatchObject({ state, amount: 5_000_000n })
  })

  test('behavior: who leaves before paying pays nothing', async () => {
    await open()
    await start({ order: orders.make().id })
    await ready()
    await page.keyboard.press('Escape')
    expect(await outcome()).toEqual({ code: 'modal-closed' })
    await expect
      .poll(() => page.evaluate(() => Object.keys(window.stage.kit.getState().transactions).length))
      .toBe(0)
  })

  test('behavior: the keyboard alone chooses and pays', async () => {
    await open()
    await start({ order: orders.make().id })
    await ready()
    const radio = dialog().getByRole('radio', { name: 'USDC on Latchkey Devnet' })
    await radio.focus()
    await page.keyboard.press('ArrowDown')
    await dialog().locator('.review-amount').getByText('0.0077 ETH').waitFor()
    await ready()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading('Paying')
  })

  test('behavior: an order of another network asks the wallet to switch, and comes back', async () => {
    const [first] = setupOf().chains
    if (!first) throw new Error('no chain')
    const second = { ...first, id: 'eip155:31338', name: 'Second network' } as const
    await open({ chains: [first, second] })
    const order = orders.make()
    const asset = usdc.id.replace('31337', '31338')
    const [option] = order.accepts
    orders.change(order.id, { accepts: [{ ...option, asset, chain: second.id }] })
    await start({ order: order.id })
    await button('Switch to Second network').click()
    await ready()
    expect(await button('Switch to Second network').count()).toBe(0)
    await button('Pay now').waitFor()
  })

  test('behavior: a price in money is shown, and paid in the asset that the visitor chooses', async () => {
    await open()
    await start({ to: merchant, currency: 'USD', amount: '19.90', confirmations: 1 })
    await dialog().locator('.review-worth').getByText('$19.90').waitFor()
    await dialog().getByRole('radio', { name: 'ETH on Latchkey Devnet' }).check()
    await dialog().locator('.review-amount').getByText('0.00796 ETH').waitFor()
    await ready()
    await button('Pay now').click()
    await heading('Paid')
    expect(await outcome()).toMatchObject({ amount: 7_960_000_000_000_000n, state: 'settled' })
  })

  test('error: hostile answers show no way to pay', async () => {
    await open()
    const order = orders.make()
    const [option] = order.accepts
    orders.change(order.id, { accepts: [{ ...option, amount: 19_900_000 }] })
    await start({ order: order.id })
    await button('Try again').waitFor()
    expect(await button('Pay now').count()).toBe(0)
    await button('Close').click()
    expect(await outcome()).toEqual({ code: 'gateway-answer-invalid' })
  })

  test('error: an order that is not there, and paying that is off', async () => {
    await open()
    await start({ order: 'f'.repeat(32) })
    await dialog().getByText('There is no such order').waitFor()
    await button('Close').click()
    expect(await outcome()).toEqual({ code: 'order-not-found' })
    await page.context().close()
    await open({ kit: { features: { pay: false } } })
    await start(direct)
    expect(await outcome()).toEqual({ code: 'feature-unsupported' })
  })
})
