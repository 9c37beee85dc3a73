import { addresses } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import type { Past } from '../worlds/fixture-gateway.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()
const field = (page: Page, name: string) =>
  dialogOf(page).getByRole('textbox', { name, exact: true })
const swaps = { routers: { 'eip155:31337': [addresses.router] } }
const told = (project: Past) => ({ kit: { gateway: { url: 'fixture', project }, swaps } })
const behave = (page: Page, behavior: 'approve' | 'reject' | 'hang') =>
  page.evaluate(
    (how) => window.stage.wallets[0]?.behave(how as 'hang', 'eth_sendTransaction'),
    behavior,
  )

/** The states of the swap views. @param openAccount opens the account on a page */
export function swapCases(openAccount: (page: Page) => Promise<void>) {
  const openSwap = async (page: Page): Promise<void> => {
    await openAccount(page)
    await buttonNamed(page, 'Swap').click()
    await heading(page, 'Swap')
    await dialogOf(page).getByText('available').first().waitFor()
  }
  const choose = async (
    page: Page,
    side: string | RegExp,
    name: string | RegExp,
  ): Promise<void> => {
    await buttonNamed(page, side).click()
    await heading(page, 'Choose a token')
    await dialogOf(page)
      .getByRole('list', { name: 'Tokens' })
      .getByRole('button', { name, exact: true })
      .click()
    await heading(page, 'Swap')
  }
  const offer = async (page: Page, amount = '0.8'): Promise<void> => {
    await openSwap(page)
    await choose(page, 'Choose token to receive', 'USD Coin (devnet)')
    await field(page, 'You pay').fill(amount)
    await dialogOf(page)
      .getByText(/^1 ETH = /)
      .waitFor()
  }
  const review = async (page: Page, amount?: string): Promise<void> => {
    await offer(page, amount)
    await buttonNamed(page, 'Review').click()
    await heading(page, 'Review swap')
  }
  const reviewBack = async (page: Page): Promise<void> => {
    await openSwap(page)
    await choose(page, 'Pay token ETH', 'USD Coin (devnet)')
    await choose(page, 'Choose token to receive', 'Ether')
    await field(page, 'You pay').fill('250')
    await dialogOf(page)
      .getByText(/^1 USDC = /)
      .waitFor()
    await buttonNamed(page, 'Review').click()
    await heading(page, 'Review swap')
  }
  const setup = told('demo')
  return {
    Swap: [
      { name: 'empty', setup, reach: openSwap },
      { name: 'an offer', setup, reach: (page: Page) => offer(page) },
      {
        name: 'all there is',
        setup,
        async reach(page: Page) {
          await offer(page)
          await buttonNamed(page, 'Max').click()
          await dialogOf(page).getByText('kept for the fee').waitFor()
          await dialogOf(page).locator('.amount[data-follows="now"]').waitFor()
        },
      },
      { name: 'an offer that loses something', setup, reach: (page: Page) => offer(page, '1') },
      {
        name: 'faults',
        setup,
        async reach(page: Page) {
          await openSwap(page)
          await field(page, 'You pay').fill('1.005')
          await buttonNamed(page, 'Review').click()
          await dialogOf(page).getByText('Choose a token to receive').waitFor()
        },
      },
      {
        name: 'more than there is',
        setup,
        async reach(page: Page) {
          await offer(page, '99999')
          await dialogOf(page).getByText('Insufficient balance').first().waitFor()
        },
      },
      {
        name: 'waiting for the first offer',
        setup,
        async reach(page: Page) {
          await page.route('**/v1/convert/quotes**', () => {})
          await openSwap(page)
          await choose(page, 'Choose token to receive', 'USD Coin (devnet)')
          await field(page, 'You pay').fill('1.2')
          await dialogOf(page).getByText('Asking for an offer').waitFor({ state: 'attached' })
          await page.waitForTimeout(1000)
        },
      },
      {
        name: 'nobody offers',
        setup,
        async reach(page: Page) {
          await page.route('**/v1/convert/quotes**', (route) =>
            route.fulfill({ json: { quotes: [] } }),
          )
          await openSwap(page)
          await choose(page, 'Choose token to receive', 'USD Coin (devnet)')
          await field(page, 'You pay').fill('1.2')
          await buttonNamed(page, 'Try again').waitFor()
        },
      },
      {
        name: 'tokens not available',
        setup,
        async reach(page: Page) {
          await page.route('**/v1/convert/tokens**', (route) =>
            route.fulfill({ json: { tokens: 'none' } }),
          )
          await openAccount(page)
          await buttonNamed(page, 'Swap').click()
          await buttonNamed(page, 'Try again').waitFor()
        },
      },
    ],
    SwapToken: [
      {
        name: 'list',
        setup,
        async reach(page: Page) {
          await openSwap(page)
          await buttonNamed(page, 'Choose token to receive').click()
          await heading(page, 'Choose a token')
          await dialogOf(page).getByText('Popular').waitFor()
        },
      },
      {
        name: 'names that would do harm',
        setup: told('hostile'),
        async reach(page: Page) {
          await openSwap(page)
          await buttonNamed(page, 'Choose token to receive').click()
          await heading(page, 'Choose a token')
          await dialogOf(page).getByText('Warning').waitFor()
        },
      },
      {
        name: 'nothing found',
        setup,
        async reach(page: Page) {
          await openSwap(page)
          await buttonNamed(page, 'Choose token to receive').click()
          await dialogOf(page).getByRole('searchbox', { name: 'Search tokens' }).fill('zzzz')
          await dialogOf(page).getByText('No token found').first().waitFor()
        },
      },
    ],
    SwapReview: [
      { name: 'before confirming', setup, reach: (page: Page) => review(page) },
      {
        name: 'with an approval',
        setup,
        async reach(page: Page) {
          await reviewBack(page)
          await buttonNamed(page, 'Approve USDC').waitFor()
        },
      },
      {
        name: 'choices open',
        setup,
        async reach(page: Page) {
          await reviewBack(page)
          await buttonNamed(page, /^Approval /).click()
          await dialogOf(page).getByRole('radio', { name: 'Unlimited' }).check()
          await dialogOf(page).getByText('now and later').waitFor()
          await buttonNamed(page, /^Slippage /).click()
          await field(page, 'Other slippage in percent').fill('60')
          await page.keyboard.press('Enter')
          await dialogOf(page).getByText('Enter a number from').waitFor()
        },
      },
      {
        name: 'a great loss to accept',
        setup,
        async reach(page: Page) {
          await review(page, '1.2')
          await buttonNamed(page, 'Swap now').click()
          await dialogOf(page).getByText('Tick the box first').waitFor()
        },
      },
      {
        name: 'asking the wallet',
        setup,
        async reach(page: Page) {
          await review(page)
          await behave(page, 'hang')
          await buttonNamed(page, 'Swap now').click()
          await dialogOf(page).getByText('Continue in Foxglove').first().waitFor()
        },
      },
      {
        name: 'declined',
        setup,
        async reach(page: Page) {
          await review(page)
          await behave(page, 'reject')
          await buttonNamed(page, 'Swap now').click()
          await dialogOf(page).getByText('Declined').first().waitFor()
        },
      },
    ],
    SwapStatus: [
      {
        name: 'swapped',
        setup,
        isAlone: true,
        async reach(page: Page) {
          await review(page, '0.1')
          await buttonNamed(page, 'Swap now').click()
          await heading(page, 'Swapped')
          await dialogOf(page).getByText('You received').waitFor()
        },
      },
      ...(
        [
          ['dropped', 'Dropped'],
          ['replaced', 'Replaced'],
        ] as const
      ).map(([how, shown]) => ({
        name: how,
        setup,
        async reach(page: Page) {
          await review(page)
          await page.evaluate((end) => {
            const { kit, dispatch } = window.stage
            const drafted = Object.values(kit.getState().transactions).find(
              ({ purpose }) => purpose === 'swap',
            )
            if (!drafted) throw new Error('no draft')
            const { id } = drafted
            dispatch({ type: 'transaction-signing', id })
            dispatch({
              type: 'transaction-submitted',
              id,
              at: Date.now(),
              hash: `0x${'5a'.repeat(32)}`,
              nonce: 1,
            })
            const at = Date.now()
            if (end === 'dropped') dispatch({ type: 'transaction-dropped', id, at })
            else
              dispatch({
                type: 'transaction-replaced',
                id,
                at,
                by: `0x${'a5'.repeat(32)}`,
              })
          }, how)
          await heading(page, shown)
        },
      })),
    ],
  } as const
}
