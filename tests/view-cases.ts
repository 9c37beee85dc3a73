import type { Page } from 'playwright-core'
import type { Route, ViewName } from '../packages/modal/src/route.ts'
import type { Setup } from './stage/setup.ts'

/** One state of one view: how a visitor gets there. */
export interface ViewCase {
  readonly name: string
  readonly setup?: Partial<Setup>
  /** It sends money: two at once would ask for the same nonce. */
  readonly isAlone?: boolean
  /** It opens the dialog: there is no way back. */
  readonly isFirst?: boolean
  reach(page: Page): Promise<unknown>
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('heading', { name, exact: true }).waitFor()

async function openConnect(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await heading(page, 'Connect a wallet')
}
async function choose(page: Page, behavior: 'approve' | 'reject' | 'hang' | 'pending'): Promise<void> {
  await openConnect(page)
  await page.evaluate((how) => window.stage.wallets[0]?.behave(how, 'eth_requestAccounts'), behavior)
  await button(page, 'Foxglove').first().click()
}
async function openAccount(page: Page): Promise<void> {
  await choose(page, 'approve')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Account/ })
    .click()
  await button(page, 'Disconnect').waitFor()
}
async function loaded(page: Page): Promise<void> {
  await openAccount(page)
  await dialog(page).getByRole('list', { name: 'Token list' }).getByText('ETH').first().waitFor()
}
async function openSend(page: Page): Promise<void> {
  await loaded(page)
  await button(page, 'Send').click()
  await heading(page, 'Send')
  await dialog(page).getByText('available').waitFor()
}
async function review(page: Page, to = 'grace.eth'): Promise<void> {
  await openSend(page)
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('1.25')
  await dialog(page).getByRole('textbox', { name: 'Recipient' }).fill(to)
  await button(page, 'Review').click()
  await heading(page, 'Review send')
}
async function openNetworks(page: Page): Promise<void> {
  await loaded(page)
  await button(page, /^Network /).click()
  await heading(page, 'Networks')
}
const behave = (page: Page, behavior: 'approve' | 'reject' | 'hang', method: string) =>
  page.evaluate(([how, which]) => window.stage.wallets[0]?.behave(how as 'hang', which), [behavior, method])
const open = (page: Page, route: Route) => page.evaluate((where) => window.stage.modal.open({ view: where }), route)

const legal = { termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' }

/** Every view of the route union with its states; a view without a case does not compile. */
export const viewCases: { readonly [N in ViewName]: readonly [ViewCase, ...ViewCase[]] } = {
  Connect: [
    { isFirst: true, name: 'installed wallets', reach: openConnect },
    {
      isFirst: true,
      name: 'a returning visitor',
      async reach(page) {
        await loaded(page)
        await button(page, 'Disconnect').click()
        await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor()
        await page.keyboard.press('Escape')
        await openConnect(page)
      },
    },
    { isFirst: true, name: 'no wallet in this browser', setup: { wallets: [] }, reach: openConnect },
    {
      isFirst: true,
      name: 'terms to accept',
      setup: { modal: legal, kit: { features: { legalCheckbox: true } } },
      reach: openConnect,
    },
    { isFirst: true, name: 'terms in the footer', setup: { modal: legal }, reach: openConnect },
    { isFirst: true, name: 'collapsed', setup: { kit: { features: { collapseWallets: true } } }, reach: openConnect },
  ],
  ConnectWallets: [
    {
      name: 'opened from the collapsed list',
      setup: { kit: { features: { collapseWallets: true } } },
      async reach(page) {
        await openConnect(page)
        await button(page, 'Continue with a wallet').click()
        await heading(page, 'Choose a wallet')
      },
    },
  ],
  AllWallets: [
    {
      name: 'list',
      async reach(page) {
        await openConnect(page)
        await button(page, 'All wallets').click()
        await heading(page, 'All wallets')
        await dialog(page).getByRole('list', { name: 'Wallets' }).getByRole('button').first().waitFor()
      },
    },
    {
      name: 'nothing found',
      async reach(page) {
        await openConnect(page)
        await button(page, 'All wallets').click()
        await dialog(page).getByRole('searchbox', { name: 'Search wallets' }).fill('zzzzzz')
        await dialog(page).getByText('No wallet found').first().waitFor()
      },
    },
  ],
  ConnectingExternal: [
    {
      name: 'waiting',
      async reach(page) {
        await choose(page, 'hang')
        await dialog(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'declined',
      async reach(page) {
        await choose(page, 'reject')
        await dialog(page).getByText('Declined').first().waitFor()
      },
    },
    {
      name: 'failed',
      async reach(page) {
        await choose(page, 'pending')
        await button(page, 'Try again').waitFor()
      },
    },
  ],
  ConnectingMultiChain: [
    {
      isFirst: true,
      name: 'choice of a family',
      async reach(page) {
        await openConnect(page)
        await open(page, {
          view: 'ConnectingMultiChain',
          wallet: 'Foxglove',
          connectors: ['announced:test.foxglove', 'announced:test.harbor'],
        })
        await heading(page, 'Choose a network family')
      },
    },
  ],
  GetWallet: [
    {
      isFirst: true,
      name: 'list',
      async reach(page) {
        await open(page, { view: 'GetWallet' })
        await heading(page, 'Get a wallet')
        await dialog(page).getByRole('list', { name: 'Wallets' }).getByRole('button').first().waitFor()
      },
    },
    {
      name: 'one wallet',
      async reach(page) {
        await openConnect(page)
        await button(page, 'All wallets').click()
        await button(page, 'Rainbow').click()
        await heading(page, 'Get Rainbow')
      },
    },
  ],
  WhatIsAWallet: [
    {
      isFirst: true,
      name: 'page',
      async reach(page) {
        await open(page, { view: 'WhatIsAWallet' })
        await heading(page, 'What is a wallet?')
      },
    },
  ],
  WhatIsANetwork: [
    {
      name: 'page',
      async reach(page) {
        await openNetworks(page)
        await button(page, 'What is a network?').click()
        await heading(page, 'What is a network?')
      },
    },
  ],
  Account: [
    { isFirst: true, name: 'with tokens', reach: loaded },
    { isFirst: true, name: 'loading', setup: { rpcUrl: 'hang' }, reach: openAccount },
    {
      isFirst: true,
      name: 'no answer from the network',
      setup: { rpcUrl: 'dead' },
      async reach(page) {
        await openAccount(page)
        await dialog(page).getByText('Token Balance Unavailable').first().waitFor({ timeout: 20_000 })
      },
    },
  ],
  AccountSettings: [
    {
      name: 'page',
      async reach(page) {
        await loaded(page)
        await button(page, 'Settings').click()
        await heading(page, 'Settings')
      },
    },
  ],
  Networks: [
    { name: 'list', reach: openNetworks },
    {
      name: 'nothing found',
      async reach(page) {
        await openNetworks(page)
        await dialog(page).getByRole('searchbox', { name: 'Search networks' }).fill('zzzz')
        await dialog(page).getByText('No network found').first().waitFor()
      },
    },
  ],
  SwitchNetwork: [
    {
      name: 'waiting',
      async reach(page) {
        await openNetworks(page)
        await behave(page, 'hang', 'wallet_switchEthereumChain')
        await button(page, /^Second network/).click()
        await dialog(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'declined',
      async reach(page) {
        await openNetworks(page)
        await behave(page, 'reject', 'wallet_switchEthereumChain')
        await button(page, /^Second network/).click()
        await dialog(page).getByText('Declined').first().waitFor()
      },
    },
  ],
  UnsupportedChain: [
    {
      isFirst: true,
      name: 'page',
      async reach(page) {
        await loaded(page)
        await page.evaluate(() => window.stage.wallets[0]?.selectChain('eip155:99999'))
        await open(page, { view: 'UnsupportedChain' })
        await heading(page, 'Unsupported network')
      },
    },
  ],
  Receive: [
    {
      name: 'page',
      async reach(page) {
        await loaded(page)
        await button(page, 'Receive').click()
        await dialog(page).getByRole('img', { name: 'QR code' }).waitFor()
      },
    },
  ],
  WalletCompatibleNetworks: [
    {
      name: 'page',
      async reach(page) {
        await loaded(page)
        await button(page, 'Receive').click()
        await button(page, /^Compatible networks/).click()
        await heading(page, 'Compatible networks')
      },
    },
  ],
  Send: [
    { name: 'empty', reach: openSend },
    {
      name: 'faults',
      async reach(page) {
        await openSend(page)
        await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('99999999')
        await dialog(page).getByRole('textbox', { name: 'Recipient' }).fill('0x12')
        await button(page, 'Review').click()
        await dialog(page).getByText('Not enough ETH').first().waitFor()
      },
    },
  ],
  SendToken: [
    {
      name: 'list',
      async reach(page) {
        await openSend(page)
        await button(page, 'Token ETH').click()
        await heading(page, 'Choose a token')
      },
    },
  ],
  SendReview: [
    { name: 'before confirming', reach: (page) => review(page) },
    {
      name: 'asking the wallet',
      async reach(page) {
        await review(page)
        await behave(page, 'hang', 'eth_sendTransaction')
        await button(page, 'Confirm').click()
        await dialog(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'declined',
      async reach(page) {
        await review(page)
        await behave(page, 'reject', 'eth_sendTransaction')
        await button(page, 'Confirm').click()
        await dialog(page).getByText('Declined').first().waitFor()
      },
    },
  ],
  SendStatus: [
    {
      name: 'sent',
      isAlone: true,
      async reach(page) {
        await review(page)
        await button(page, 'Confirm').click()
        await heading(page, 'Sent')
      },
    },
  ],
}
