import { accounts, addresses } from '@latchkey/devnet'
import type { PaymentOrder } from '@latchkey/protocol'
import type { Page } from 'playwright-core'
import type { Past } from '../worlds/fixture-gateway.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()
const behave = (page: Page, behavior: 'reject' | 'hang') =>
  page.evaluate(
    (how) => window.stage.wallets[0]?.behave(how as 'hang', 'eth_sendTransaction'),
    behavior,
  )

const chain = 'eip155:31337'
const usdc = {
  id: `${chain}/erc20:${addresses.usdc}`,
  name: 'USD Coin (devnet)',
  symbol: 'USDC',
  decimals: 6,
} as const
const merchant = accounts[3].address
const setup = { kit: { gateway: { url: 'fixture', project: 'demo' as Past } } }

const order: PaymentOrder = {
  id: 'ab'.repeat(16),
  state: 'open',
  title: 'Two tickets for the boat',
  price: { amount: '19.90', currency: 'USD' },
  accepts: [
    { asset: usdc.id, chain, to: merchant, amount: '19900000', symbol: 'USDC', decimals: 6 },
    {
      asset: `${chain}/slip44:60`,
      chain,
      to: merchant,
      amount: '7700000000000000',
      symbol: 'ETH',
      decimals: 18,
    },
  ],
  createdAt: '2026-01-01T10:00:00.000Z',
  expiresAt: '2099-01-01T10:15:00.000Z',
}
const payment: NonNullable<PaymentOrder['payment']> = {
  chain,
  hash: `0x${'5a'.repeat(32)}`,
  from: accounts[0].address,
  asset: usdc.id,
  amount: '19900000',
  confirmations: 3,
  needed: 3,
  seenAt: '2026-01-01T10:05:00.000Z',
}

/** Opens a payment without an order in the view Pay. */
async function payDirect(page: Page, amount = 19_900_000n): Promise<void> {
  await connect(page)
  await page.evaluate(
    ([asset, to, units]) => void window.stage.pay({ asset, to, amount: units, title: 'A hat' }),
    [usdc, merchant, amount] as const,
  )
  await heading(page, 'Pay')
  await dialogOf(page).getByText('available').first().waitFor()
}

async function connect(page: Page): Promise<void> {
  await page.evaluate(() => window.stage.connect())
}

/**
 * Opens the payment of an order in the view Pay; the gateway answers the order with `change`
 * applied.
 */
async function payOrder(page: Page, change: Partial<PaymentOrder> = {}): Promise<void> {
  await page.route('**/v1/orders/**', (route) => route.fulfill({ json: { ...order, ...change } }))
  await connect(page)
  await page.evaluate((id) => void window.stage.pay({ order: id }), order.id)
}

/** States of the view Pay, for the tests that every view goes through. */
export const payCases = {
  Pay: [
    {
      name: 'an order with two ways to pay',
      setup,
      isFirst: true,
      async reach(page: Page) {
        await payOrder(page)
        await dialogOf(page).getByText('At most').waitFor()
      },
    },
    {
      name: 'without an order',
      isFirst: true,
      async reach(page: Page) {
        await payDirect(page)
        await dialogOf(page).getByText('At most').waitFor()
      },
    },
    {
      name: 'reading the order',
      setup,
      isFirst: true,
      async reach(page: Page) {
        await page.route('**/v1/orders/**', () => {})
        await connect(page)
        await page.evaluate((id) => void window.stage.pay({ order: id }), order.id)
        await dialogOf(page).getByText('Reading the order').waitFor({ state: 'attached' })
      },
    },
    {
      name: 'no such order',
      setup,
      isFirst: true,
      async reach(page: Page) {
        await page.route('**/v1/orders/**', (route) => route.fulfill({ status: 404, json: {} }))
        await connect(page)
        await page.evaluate((id) => void window.stage.pay({ order: id }), order.id)
        await buttonNamed(page, 'Try again').waitFor()
      },
    },
    {
      name: 'too little of it, with ways to get more',
      setup,
      isFirst: true,
      async reach(page: Page) {
        await payDirect(page, 99_999_999_000_000n)
        await buttonNamed(page, 'Swap ETH first').waitFor()
        await buttonNamed(page, 'Pay now').click()
        await dialogOf(page).getByText('Not enough USDC').waitFor()
      },
    },
    {
      name: 'asking the wallet',
      isFirst: true,
      async reach(page: Page) {
        await payDirect(page)
        await dialogOf(page).getByText('At most').waitFor()
        await behave(page, 'hang')
        await buttonNamed(page, 'Pay now').click()
        await dialogOf(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'declined',
      isFirst: true,
      async reach(page: Page) {
        await payDirect(page)
        await dialogOf(page).getByText('At most').waitFor()
        await behave(page, 'reject')
        await buttonNamed(page, 'Pay now').click()
        await dialogOf(page).getByText('Declined').first().waitFor()
      },
    },
    ...(
      [
        ['sent', 'Paying', { payment: { ...payment, confirmations: 1 } }],
        ['settled', 'Paid', { payment }],
        ['underpaid', 'Paid too little', { payment: { ...payment, amount: '5000000' } }],
        ['late', 'Paid too late', { payment }],
        ['expired', 'Time is over', {}],
        [
          'refunded',
          'Refunded',
          { payment, refund: { note: 'Sold out, sorry', at: '2026-01-02T10:00:00.000Z' } },
        ],
      ] as const
    ).map(([state, shown, more]) => ({
      name: state,
      setup,
      isFirst: true,
      async reach(page: Page) {
        await payOrder(page, { state, ...more })
        await heading(page, shown)
      },
    })),
  ],
} as const
