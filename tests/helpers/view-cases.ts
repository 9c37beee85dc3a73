import type { Page } from 'playwright-core'
import type { Purchase } from '../../packages/modal/src/contract/purchase.ts'
import type { Route, ViewName } from '../../packages/modal/src/contract/route.ts'
import type { Past } from '../worlds/fixture-gateway.ts'
import type { Phone } from '../worlds/stage/fake-transport.ts'
import type { Setup } from '../worlds/stage/setup.ts'
import { loginCases, signedIn } from './login-cases.ts'
import { payCases } from './pay-cases.ts'
import { signInCases } from './sign-in-cases.ts'
import { swapCases } from './swap-cases.ts'
import type { ViewCase } from './view-case.ts'
import { walletsCases } from './wallets-cases.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()

async function openConnect(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await heading(page, 'Connect a wallet')
}
async function choose(
  page: Page,
  behavior: 'approve' | 'reject' | 'hang' | 'pending',
): Promise<void> {
  await openConnect(page)
  await page.evaluate(
    (how) => window.stage.wallets[0]?.behave(how, 'eth_requestAccounts'),
    behavior,
  )
  await buttonNamed(page, 'Foxglove').first().click()
}
async function openAccount(page: Page): Promise<void> {
  if (!(await page.evaluate(() => window.stage.connect()))) await choose(page, 'approve')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Account/ })
    .click()
  await buttonNamed(page, 'Disconnect').waitFor()
}
async function loaded(page: Page): Promise<void> {
  await openAccount(page)
  await dialogOf(page).getByRole('list', { name: 'Token list' }).getByText('ETH').first().waitFor()
}
async function openSend(page: Page): Promise<void> {
  await loaded(page)
  await send(page)
}
async function send(page: Page): Promise<void> {
  await buttonNamed(page, 'Send').click()
  await heading(page, 'Send')
  await dialogOf(page).getByText('available').waitFor()
}
async function review(page: Page): Promise<void> {
  await loaded(page)
  await fillSend(page)
}
async function fillSend(page: Page, to = 'grace.eth'): Promise<void> {
  await send(page)
  await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill('1.25')
  await dialogOf(page).getByRole('textbox', { name: 'Recipient' }).fill(to)
  await buttonNamed(page, 'Review').click()
  await heading(page, 'Review send')
}
async function openNetworks(page: Page): Promise<void> {
  await loaded(page)
  await buttonNamed(page, /^Network /).click()
  await heading(page, 'Networks')
}
/** Waits until a toast has shown the reason and is gone. */
async function toasted(page: Page): Promise<void> {
  await buttonNamed(page, 'Try again').waitFor()
  await dialogOf(page).locator('.toast').waitFor()
  await page.clock.runFor(3_200)
  await dialogOf(page).locator('.toast').waitFor({ state: 'hidden' })
}
const behave = (page: Page, behavior: 'approve' | 'reject' | 'hang', method: string) =>
  page.evaluate(
    ([how, which]) => window.stage.wallets[0]?.behave(how as 'hang', which),
    [behavior, method],
  )
const link = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('link', { name, exact: true })
const code = (page: Page) =>
  dialogOf(page).getByRole('img', { name: 'QR code' }).and(page.locator('[aria-busy=false]'))
const elsewhere = {
  hasPhone: true,
  wallets: [],
  kit: {
    wallets: {
      include: ['cove', 'tidal', 'kestrel', 'pebble'],
      custom: [
        {
          id: 'cove',
          name: 'Cove',
          color: '#0f766e',
          homepage: 'https://cove.example',
          mobile_link: 'cove://',
          desktop_link: 'cove-desktop://',
          app_store: 'https://apps.apple.com/app/id1',
          play_store: 'https://play.google.com/store/apps/details?id=example.cove',
          chrome_store: 'https://chromewebstore.google.com/detail/cove',
        },
        { id: 'tidal', name: 'Tidal', color: '#0891b2', mobile_link: 'https://tidal.example' },
        {
          id: 'kestrel',
          name: 'Kestrel',
          color: '#2f9e44',
          webapp_link: 'https://kestrel.example',
        },
        { id: 'pebble', name: 'Pebble', color: '#0ca678', homepage: 'https://pebble.example' },
      ],
    },
  },
} satisfies Partial<Setup>
/** Foxglove supports two families, and there are two Bitcoin wallets beside it. */
const several = {
  families: {},
  kit: {
    wallets: {
      custom: [{ id: 'foxglove', name: 'Foxglove', rdns: 'test.foxglove', keys: ['Foxglove'] }],
    },
  },
} satisfies Partial<Setup>
async function chooseFamily(page: Page, name: string): Promise<void> {
  await buttonNamed(page, 'Foxglove').first().click()
  await heading(page, 'Choose a network family')
  await buttonNamed(page, name).click()
}
async function loadedSeveral(page: Page): Promise<void> {
  await openConnect(page)
  await chooseFamily(page, 'Ethereum')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Account/ })
    .click()
  await dialogOf(page).getByRole('list', { name: 'Token list' }).getByText('ETH').first().waitFor()
}
async function openFamilies(page: Page): Promise<void> {
  await buttonNamed(page, /^Network /).click()
  await heading(page, 'Networks')
}
async function openSolana(page: Page): Promise<void> {
  await openFamilies(page)
  await buttonNamed(page, 'Solana Local').click()
  await heading(page, 'Switch to Solana Local')
}
/** Chooses a remote wallet: by its row on a desktop, by its app link on a phone. */
async function chooseElsewhere(page: Page, name = 'Cove'): Promise<void> {
  await openConnect(page)
  const row = dialogOf(page).locator('.row', { hasText: name })
  if (await isPhone(page)) {
    await link(page, name).waitFor()
    // No app handles the scheme here.
    await row.evaluate((it) => it.addEventListener('click', (event) => event.preventDefault()))
  }
  await row.click()
  await heading(page, name)
}
const isPhone = (page: Page) =>
  page.evaluate(() => matchMedia('(hover: none) and (pointer: coarse)').matches)
async function scan(page: Page): Promise<void> {
  await openConnect(page)
  await buttonNamed(page, 'QR code').click()
  await code(page).waitFor()
}
const fail = (page: Page, why: Parameters<Phone['fail']>[0]) =>
  page.evaluate((which) => window.stage.phone.fail(which), why)
const open = (page: Page, route: Route) =>
  page.evaluate((where) => window.stage.modal.open({ view: where }), route)

const told = (project: Past): Partial<Setup> => ({ kit: { gateway: { url: 'fixture', project } } })
async function openTab(page: Page): Promise<void> {
  await openAccount(page)
  await dialogOf(page).getByRole('tab', { name: 'Activity' }).click()
}
const activityList = (page: Page) => dialogOf(page).getByRole('list', { name: 'Activity list' })
async function openActivity(page: Page): Promise<void> {
  await openTab(page)
  await buttonNamed(page, 'All transactions').click()
  await heading(page, 'Activity')
  await activityList(page).getByRole('button').first().waitFor()
}
async function openTransaction(page: Page, name: string | RegExp): Promise<void> {
  await openActivity(page)
  await activityList(page).getByRole('button', { name }).first().click()
  await heading(page, 'Transaction')
  await dialogOf(page).getByText('Network fee').waitFor()
}

const openBuy = async (page: Page): Promise<void> => {
  await openAccount(page)
  await buttonNamed(page, 'Buy').click()
  await heading(page, 'Buy')
  await dialogOf(page).getByText('You pay').waitFor()
}
const paperPurchase = {
  kind: 'order',
  seller: 'sandbox',
  name: 'Sandbox card',
  isSandbox: true,
  symbol: 'ETH',
  account: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
} as const
/** Opens a purchase at a state: the order's id is its state at the fixture gateway. */
async function openOrder(
  page: Page,
  id: string,
  more: Partial<Purchase> = {},
  rest: object = {},
): Promise<void> {
  await openAccount(page)
  await open(page, {
    view: 'BuyInProgress',
    purchase: { ...paperPurchase, id, startedAt: Date.now(), ...more },
    ...rest,
  })
}
async function typeName(page: Page, name?: string): Promise<void> {
  await openAccount(page)
  await buttonNamed(page, 'Settings').click()
  await buttonNamed(page, 'Name').click()
  await heading(page, 'Choose a name')
  const field = dialogOf(page).getByRole('textbox', { name: 'Name' })
  await field.waitFor()
  if (name) await field.fill(name)
}
async function openRegister(page: Page): Promise<void> {
  await typeName(page, 'lovelace')
  await dialogOf(page).getByText('lovelace.latchkey.eth is free').waitFor()
  await buttonNamed(page, 'Continue').click()
  await heading(page, 'Register a name')
}

async function openAccountType(page: Page): Promise<void> {
  await open(page, { view: 'AccountSettings' })
  await buttonNamed(page, 'Account type').click()
  await dialogOf(page).getByText('ETH').nth(1).waitFor()
}

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
        await buttonNamed(page, 'Disconnect').click()
        await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor()
        await page.keyboard.press('Escape')
        await openConnect(page)
      },
    },
    {
      isFirst: true,
      name: 'no wallet in this browser',
      setup: { wallets: [] },
      reach: openConnect,
    },
    {
      isFirst: true,
      name: 'terms to accept',
      setup: { modal: legal, kit: { features: { legalCheckbox: true } } },
      reach: openConnect,
    },
    { isFirst: true, name: 'terms in the footer', setup: { modal: legal }, reach: openConnect },
    { isFirst: true, name: 'wallets elsewhere', setup: elsewhere, reach: openConnect },
    {
      isFirst: true,
      name: 'a wallet elsewhere was the last one',
      setup: elsewhere,
      async reach(page) {
        await chooseElsewhere(page)
        await page.evaluate(() => window.stage.phone.approve({ native: 'cove://' }))
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Account/ })
          .click()
        await buttonNamed(page, 'Disconnect').click()
        await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor()
        await openConnect(page)
        await dialogOf(page).getByRole('list', { name: 'Recent' }).getByText('Cove').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'collapsed',
      setup: { kit: { features: { collapseWallets: true } } },
      reach: openConnect,
    },
    {
      isFirst: true,
      name: 'email and socials',
      setup: { vault: 'fixture' },
      async reach(page) {
        await openConnect(page)
        await dialogOf(page).getByRole('textbox', { name: 'Email' }).waitFor()
      },
    },
  ],
  ...loginCases,
  ...signInCases,
  ConnectWallets: [
    {
      name: 'opened from the collapsed list',
      setup: { kit: { features: { collapseWallets: true } } },
      async reach(page) {
        await openConnect(page)
        await buttonNamed(page, 'Continue with a wallet').click()
        await heading(page, 'Choose a wallet')
      },
    },
  ],
  ConnectFamily: [
    {
      isFirst: true,
      name: 'wallets of Stacks, here and to be had',
      setup: { families: {} },
      async reach(page) {
        await page.evaluate(
          () =>
            void window.stage.modal.open({ view: { view: 'ConnectFamily', namespace: 'stacks' } }),
        )
        await heading(page, 'Choose a Stacks wallet')
        await dialogOf(page)
          .getByRole('list', { name: 'Available wallets' })
          .getByRole('button')
          .first()
          .waitFor()
      },
    },
    {
      isFirst: true,
      name: 'none of Solana is here',
      async reach(page) {
        await page.evaluate(
          () =>
            void window.stage.modal.open({ view: { view: 'ConnectFamily', namespace: 'solana' } }),
        )
        await dialogOf(page).getByRole('link', { name: 'Install Phantom' }).waitFor()
      },
    },
  ],
  AllWallets: [
    {
      name: 'wallets elsewhere',
      setup: elsewhere,
      async reach(page) {
        await openConnect(page)
        await buttonNamed(page, 'All wallets').click()
        await heading(page, 'All wallets')
        const cove = (await isPhone(page)) ? link(page, 'Cove') : buttonNamed(page, 'Cove')
        await cove.waitFor()
      },
    },
    {
      name: 'list',
      async reach(page) {
        await openConnect(page)
        await buttonNamed(page, 'All wallets').click()
        await heading(page, 'All wallets')
        await dialogOf(page)
          .getByRole('list', { name: 'Wallets' })
          .getByRole('button')
          .first()
          .waitFor()
      },
    },
    {
      name: 'nothing found',
      async reach(page) {
        await openConnect(page)
        await buttonNamed(page, 'All wallets').click()
        await dialogOf(page).getByRole('searchbox', { name: 'Search wallets' }).fill('zzzzzz')
        await dialogOf(page).getByText('No wallet found').first().waitFor()
      },
    },
    {
      isFirst: true,
      name: 'behind the terms',
      setup: { modal: legal, kit: { features: { legalCheckbox: true } } },
      async reach(page) {
        await page.evaluate(() => void window.stage.modal.open({ view: 'AllWallets' }))
        await dialogOf(page).getByRole('checkbox').waitFor()
      },
    },
  ],
  ConnectingExternal: [
    {
      name: 'waiting',
      async reach(page) {
        await choose(page, 'hang')
        await dialogOf(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'declined',
      async reach(page) {
        await choose(page, 'reject')
        await dialogOf(page).getByText('Declined').first().waitFor()
      },
    },
    {
      name: 'failed',
      async reach(page) {
        await choose(page, 'pending')
        await buttonNamed(page, 'Try again').waitFor()
      },
    },
  ],
  ConnectingMultiChain: [
    {
      name: 'choice of a family',
      setup: several,
      async reach(page) {
        await openConnect(page)
        await buttonNamed(page, 'Foxglove').first().click()
        await heading(page, 'Choose a network family')
      },
    },
  ],
  ConnectingWalletConnect: [
    {
      name: 'ready',
      setup: elsewhere,
      async reach(page) {
        await chooseElsewhere(page)
        await ((await isPhone(page)) ? link(page, 'Open Cove') : code(page)).waitFor()
      },
    },
    {
      name: 'no link yet',
      setup: elsewhere,
      async reach(page) {
        await page.evaluate(() => window.stage.phone.hold(true))
        await openConnect(page)
        await buttonNamed(page, 'Cove').click()
        await heading(page, 'Cove')
      },
    },
    {
      name: 'the code on a phone',
      setup: elsewhere,
      async reach(page) {
        await chooseElsewhere(page)
        if (await isPhone(page)) await buttonNamed(page, 'QR code').click()
        await code(page).waitFor()
      },
    },
    ...(
      [
        ['declined', 'connection-rejected', 'Declined'],
        ['expired', 'pairing-expired', 'The code has expired'],
        ['offline', 'relay-unreachable', 'No connection'],
        ['no answer', 'connection-timeout', 'No answer'],
        ['other networks', 'proposal-unsupported', 'Other networks'],
        ['not settled', 'session-settlement-failed', 'Not finished'],
        ['failed', 'wallet-answer-invalid', 'Not connected'],
      ] as const
    ).map(
      ([name, why, title]): ViewCase => ({
        name,
        setup: elsewhere,
        async reach(page) {
          await chooseElsewhere(page)
          await fail(page, why)
          await dialogOf(page).getByText(title).first().waitFor()
        },
      }),
    ),
  ],
  ConnectingWalletConnectBasic: [
    { name: 'ready', setup: elsewhere, reach: scan },
    {
      name: 'renewed',
      setup: elsewhere,
      async reach(page) {
        await scan(page)
        await page.evaluate(() => window.stage.phone.renew())
        await dialogOf(page).getByText('Code renewed').waitFor()
      },
    },
    {
      name: 'no link yet',
      setup: elsewhere,
      async reach(page) {
        await page.evaluate(() => window.stage.phone.hold(true))
        await openConnect(page)
        await buttonNamed(page, 'QR code').click()
        await heading(page, 'Scan with your phone')
      },
    },
    {
      name: 'declined',
      setup: elsewhere,
      async reach(page) {
        await scan(page)
        await fail(page, 'connection-rejected')
        await dialogOf(page).getByText('Declined').first().waitFor()
      },
    },
  ],
  Downloads: [
    {
      name: 'in its own browser',
      setup: {
        wallets: [],
        kit: {
          wallets: {
            include: ['solflare'],
            custom: [{ id: 'solflare', name: 'Solflare', color: '#c2b100' }],
          },
        },
      },
      async reach(page) {
        await openConnect(page)
        await buttonNamed(page, 'Solflare').click()
        await heading(page, 'Get Solflare')
      },
    },
    {
      name: 'stores',
      setup: elsewhere,
      async reach(page) {
        await chooseElsewhere(page)
        await buttonNamed(page, 'Get Cove').click()
        await heading(page, 'Get Cove')
      },
    },
    {
      name: 'without a way there',
      async reach(page) {
        await openConnect(page)
        await buttonNamed(page, 'All wallets').click()
        await buttonNamed(page, 'Rainbow').click()
        await heading(page, 'Get Rainbow')
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
        await dialogOf(page)
          .getByRole('list', { name: 'Wallets' })
          .getByRole('button')
          .first()
          .waitFor()
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
        await buttonNamed(page, 'What is a network?').click()
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
        await dialogOf(page)
          .getByText('Token Balance Unavailable')
          .first()
          .waitFor({ timeout: 20_000 })
      },
    },
    {
      isFirst: true,
      name: 'tokens of several networks',
      setup: told('demo'),
      async reach(page) {
        await openAccount(page)
        await dialogOf(page).getByText('Second network').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'two families',
      setup: several,
      async reach(page) {
        await loadedSeveral(page)
        await openSolana(page)
        await buttonNamed(page, 'Foxglove').click()
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Account/ })
          .click()
        await dialogOf(page)
          .getByRole('list', { name: 'Token list' })
          .getByText('SOL')
          .first()
          .waitFor()
      },
    },
    {
      isFirst: true,
      name: 'a purchase under way',
      setup: told('demo'),
      async reach(page) {
        const purchase = { ...paperPurchase, id: 'pending', startedAt: Date.now() - 1000 }
        await page.evaluate(
          (text) => localStorage.setItem('latchkey.default.v1.purchases', text),
          JSON.stringify([purchase]),
        )
        await openAccount(page)
        await buttonNamed(page, /^Buying ETH from Sandbox card/).waitFor()
      },
    },
    {
      isFirst: true,
      name: 'latest activity',
      setup: told('demo'),
      async reach(page) {
        await openTab(page)
        await activityList(page).getByText('grace.eth').first().waitFor()
      },
    },
    {
      isFirst: true,
      name: 'activity loading',
      setup: told('silent'),
      async reach(page) {
        await openTab(page)
        await dialogOf(page)
          .getByText('Loading transactions')
          .first()
          .waitFor({ state: 'attached' })
      },
    },
    {
      isFirst: true,
      name: 'no activity yet',
      setup: told('empty'),
      async reach(page) {
        await openTab(page)
        await dialogOf(page).getByText('Nothing here yet').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'activity that nobody keeps',
      setup: told('unkept'),
      async reach(page) {
        await openTab(page)
        await dialogOf(page).getByText('History isn’t available').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'activity not available',
      setup: told('down'),
      async reach(page) {
        await page.clock.install()
        await openTab(page)
        await toasted(page)
      },
    },
  ],
  Transactions: [
    { name: 'months', setup: told('demo'), reach: openActivity },
    {
      name: 'hidden ones shown',
      setup: told('demo'),
      async reach(page) {
        await openActivity(page)
        await buttonNamed(page, 'Show hidden').click()
        await activityList(page).getByText('Free voucher').first().waitFor()
      },
    },
    {
      name: 'nothing but hidden ones',
      setup: told('spam'),
      async reach(page) {
        await openTab(page)
        await buttonNamed(page, 'All transactions').click()
        await dialogOf(page).getByText('Nothing but hidden').waitFor()
      },
    },
    {
      name: 'names that would do harm',
      setup: told('hostile'),
      async reach(page) {
        await openTab(page)
        await buttonNamed(page, 'All transactions').click()
        await activityList(page).getByRole('button').first().waitFor()
      },
    },
    {
      isFirst: true,
      name: 'not available',
      setup: told('down'),
      async reach(page) {
        await page.clock.install()
        await openAccount(page)
        await open(page, { view: 'Transactions' })
        await toasted(page)
      },
    },
    {
      isFirst: true,
      name: 'loading',
      setup: told('silent'),
      async reach(page) {
        await openAccount(page)
        await open(page, { view: 'Transactions' })
        await dialogOf(page)
          .getByText('Loading transactions')
          .first()
          .waitFor({ state: 'attached' })
      },
    },
  ],
  Transaction: [
    { name: 'sent', setup: told('demo'), reach: (page) => openTransaction(page, /^Sending 1 ETH/) },
    { name: 'swapped', setup: told('demo'), reach: (page) => openTransaction(page, /^Swapped/) },
    {
      name: 'failed',
      setup: told('demo'),
      reach: (page) => openTransaction(page, /^Failed to send/),
    },
    { name: 'minted', setup: told('demo'), reach: (page) => openTransaction(page, /^Minted/) },
    {
      name: '500 transfers',
      setup: told('hostile'),
      reach: (page) => openTransaction(page, /and 499 more/),
    },
  ],
  AccountSettings: [
    {
      name: 'page',
      async reach(page) {
        await loaded(page)
        await buttonNamed(page, 'Settings').click()
        await heading(page, 'Settings')
      },
    },
    {
      isFirst: true,
      name: 'signed in by email',
      setup: { vault: 'fixture' },
      async reach(page) {
        await signedIn(page)
        await open(page, { view: 'AccountSettings' })
        await buttonNamed(page, 'Export keys').waitFor()
      },
    },
    {
      isFirst: true,
      name: 'an account that is a contract',
      setup: { vault: 'fixture' },
      async reach(page) {
        await signedIn(page, ['eip155:31337'])
        await open(page, { view: 'AccountSettings' })
        await buttonNamed(page, 'Account type').waitFor()
      },
    },
  ],
  ProfileWallets: walletsCases,
  UpgradeWallet: [
    {
      name: 'on the smart account',
      setup: { vault: 'fixture' },
      async reach(page) {
        await signedIn(page, ['eip155:31337'])
        await openAccountType(page)
        await heading(page, 'Use the key’s own account')
      },
    },
    {
      name: 'on the own account',
      setup: { vault: 'fixture' },
      async reach(page) {
        await signedIn(page, ['eip155:31337'])
        await openAccountType(page)
        await buttonNamed(page, 'Use the key’s own account').click()
        await heading(page, 'Settings')
        await buttonNamed(page, 'Account type').click()
        await heading(page, 'Use a smart account')
        await dialogOf(page).getByText('ETH').nth(1).waitFor()
      },
    },
    {
      isFirst: true,
      name: 'one account only',
      setup: { vault: 'fixture' },
      async reach(page) {
        await signedIn(page)
        await open(page, { view: 'UpgradeWallet' })
        await dialogOf(page).getByText('there is one account only').waitFor()
      },
    },
  ],
  Networks: [
    { name: 'list', reach: openNetworks },
    {
      name: 'families',
      setup: several,
      reach: (page) => loadedSeveral(page).then(() => openFamilies(page)),
    },
    {
      name: 'nothing found',
      async reach(page) {
        await openNetworks(page)
        await dialogOf(page).getByRole('searchbox', { name: 'Search networks' }).fill('zzzz')
        await dialogOf(page).getByText('No network found').first().waitFor()
      },
    },
  ],
  SwitchActiveChain: [
    {
      name: 'wallets',
      setup: several,
      reach: (page) => loadedSeveral(page).then(() => openSolana(page)),
    },
    {
      name: 'no wallet',
      setup: { ...several, families: { lacksSolana: true } },
      reach: (page) => loaded(page).then(() => openSolana(page)),
    },
  ],
  SwitchNetwork: [
    {
      name: 'confirm',
      setup: { vault: 'fixture' },
      async reach(page) {
        await signedIn(page)
        await open(page, { view: 'Networks' })
        await buttonNamed(page, /^Second network/).click()
        await buttonNamed(page, 'Switch').waitFor()
      },
    },
    {
      name: 'waiting',
      async reach(page) {
        await openNetworks(page)
        await behave(page, 'hang', 'wallet_switchEthereumChain')
        await buttonNamed(page, /^Second network/).click()
        await dialogOf(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'declined',
      async reach(page) {
        await openNetworks(page)
        await behave(page, 'reject', 'wallet_switchEthereumChain')
        await buttonNamed(page, /^Second network/).click()
        await dialogOf(page).getByText('Declined').first().waitFor()
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
    {
      isFirst: true,
      name: 'swaps work elsewhere',
      setup: told('demo'),
      async reach(page) {
        await loaded(page)
        await page.evaluate(() => window.stage.wallets[0]?.selectChain('eip155:31338'))
        await buttonNamed(page, 'Network Second network').waitFor()
        await open(page, { view: 'Swap' })
        await heading(page, 'Unsupported network')
        await buttonNamed(page, 'Latchkey Devnet').waitFor()
      },
    },
  ],
  Receive: [
    {
      name: 'page',
      async reach(page) {
        await loaded(page)
        await buttonNamed(page, 'Receive').click()
        await dialogOf(page).getByRole('img', { name: 'QR code' }).waitFor()
      },
    },
  ],
  WalletCompatibleNetworks: [
    {
      name: 'page',
      async reach(page) {
        await loaded(page)
        await buttonNamed(page, 'Receive').click()
        await buttonNamed(page, /^Compatible networks/).click()
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
        await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill('99999999')
        await dialogOf(page).getByRole('textbox', { name: 'Recipient' }).fill('0x12')
        await buttonNamed(page, 'Review').click()
        await dialogOf(page).getByText('Not enough ETH').first().waitFor()
      },
    },
    {
      name: 'in money',
      setup: told('demo'),
      async reach(page) {
        await openSend(page)
        await buttonNamed(page, 'Enter in USD').click()
        await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill('100')
        await dialogOf(page)
          .getByText(/^= 0\.\d+ ETH$/)
          .waitFor()
      },
    },
  ],
  SendToken: [
    {
      name: 'list',
      async reach(page) {
        await openSend(page)
        await buttonNamed(page, 'Token ETH').click()
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
        await buttonNamed(page, 'Confirm').click()
        await dialogOf(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'asking a wallet elsewhere',
      setup: { ...elsewhere, account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
      async reach(page) {
        await chooseElsewhere(page)
        await page.evaluate(() => window.stage.phone.approve({ name: 'Cove', native: 'cove://' }))
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Account/ })
          .click()
        await fillSend(page)
        await buttonNamed(page, 'Confirm').click()
        await dialogOf(page).getByText('Continue in Cove').first().waitFor()
      },
    },
    {
      name: 'declined',
      async reach(page) {
        await review(page)
        await behave(page, 'reject', 'eth_sendTransaction')
        await buttonNamed(page, 'Confirm').click()
        await dialogOf(page).getByText('Declined').first().waitFor()
      },
    },
  ],
  OnRampProviders: [
    { name: 'an offer of the sandbox', setup: told('demo'), reach: openBuy },
    {
      name: 'an estimate',
      setup: told('demo'),
      async reach(page) {
        await openBuy(page)
        await dialogOf(page).getByRole('radio', { name: 'Harbor Pay' }).click()
        await dialogOf(page).getByText('Harbor Pay has not offered this').waitFor()
      },
    },
    {
      name: 'nobody offers, no price known',
      setup: told('demo'),
      async reach(page) {
        await openBuy(page)
        await dialogOf(page).getByRole('radio', { name: 'Quiet Bank' }).click()
        await dialogOf(page).getByText('Quiet Bank has not offered this').waitFor()
      },
    },
    {
      name: 'below the limit',
      setup: told('demo'),
      async reach(page) {
        await openBuy(page)
        await dialogOf(page).getByRole('textbox', { name: 'Amount' }).fill('5')
        await dialogOf(page).getByText('At least $10.00').waitFor()
      },
    },
    {
      name: 'nobody sells',
      setup: told('empty'),
      isFirst: true,
      async reach(page) {
        await openAccount(page)
        await page.route('**/v1/onramp/providers**', (route) => route.fulfill({ json: [] }))
        await open(page, { view: 'OnRampProviders' })
        await buttonNamed(page, 'Other ways').waitFor()
      },
    },
    {
      name: 'not available',
      setup: told('empty'),
      isFirst: true,
      async reach(page) {
        await openAccount(page)
        await page.route('**/v1/onramp/providers**', (route) =>
          route.fulfill({ status: 404, json: {} }),
        )
        await open(page, { view: 'OnRampProviders' })
        await buttonNamed(page, 'Try again').waitFor()
      },
    },
  ],
  OnRampTokenSelect: [
    {
      name: 'list',
      setup: told('demo'),
      async reach(page) {
        await openBuy(page)
        await buttonNamed(page, 'Asset ETH').click()
        await heading(page, 'Choose a coin')
        await dialogOf(page).getByText('USD Coin').waitFor()
      },
    },
  ],
  OnRampFiatSelect: [
    {
      name: 'list',
      setup: told('demo'),
      async reach(page) {
        await openBuy(page)
        await buttonNamed(page, 'Currency USD').click()
        await heading(page, 'Choose a currency')
        await dialogOf(page).getByText('Japanese Yen').waitFor()
      },
    },
  ],
  BuyInProgress: [
    {
      name: 'waiting',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openOrder(page, 'created', {}, { url: 'https://pay.example/' })
        await link(page, 'Open Sandbox card').waitFor()
      },
    },
    {
      name: 'window blocked',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openOrder(page, 'created', {}, { url: 'https://pay.example/', window: 'blocked' })
        await dialogOf(page).getByText('Your browser kept the window closed').waitFor()
      },
    },
    ...(
      [
        ['after a reload', 'created', 'Stop tracking'],
        ['at the seller', 'paying', 'Stop tracking'],
        ['pending', 'pending', 'Payment is being checked'],
        ['delivering', 'delivering', 'On its way'],
        ['declined', 'declined', 'Declined'],
        ['abandoned', 'abandoned', 'Not finished'],
        ['failed', 'failed', 'Not delivered'],
        ['not seen', 'unseen', 'We can’t get an update right now'],
        ['nobody tells', '', 'does not report progress'],
      ] as const
    ).map(
      ([name, id, shown]): ViewCase => ({
        name,
        isFirst: true,
        setup: told('demo'),
        async reach(page) {
          const plain = { isSandbox: false, name: 'Harbor Pay' }
          await openOrder(
            page,
            id,
            id === '' ? plain : {},
            id === '' ? { url: 'https://pay.example/' } : {},
          )
          await dialogOf(page).getByText(shown).first().waitFor({ timeout: 20_000 })
        },
      }),
    ),
    {
      name: 'bought',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openOrder(page, 'done')
        await heading(page, 'Bought')
        await link(page, 'View transaction').waitFor()
      },
    },
    {
      name: 'deposited',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openOrder(page, 'SUCCESS', { kind: 'deposit', name: 'Sandbox exchange' })
        await heading(page, 'Deposited')
      },
    },
  ],
  WhatIsABuy: [
    {
      name: 'page',
      setup: told('demo'),
      async reach(page) {
        await openBuy(page)
        await buttonNamed(page, 'What is buying?').click()
        await heading(page, 'What is buying?')
        await buttonNamed(page, 'Buy coins').waitFor()
      },
    },
  ],
  FundWallet: [
    {
      name: 'ways',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openAccount(page)
        await open(page, { view: 'FundWallet' })
        await buttonNamed(page, 'Deposit from an exchange').waitFor()
      },
    },
  ],
  PayWithExchange: [
    {
      name: 'form',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openAccount(page)
        await open(page, { view: 'PayWithExchange' })
        await dialogOf(page).getByRole('radio', { name: 'Sandbox exchange' }).waitFor()
      },
    },
    {
      name: 'no amount',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openAccount(page)
        await open(page, { view: 'PayWithExchange' })
        await buttonNamed(page, 'Continue').click()
        await dialogOf(page).getByText('Enter an amount').waitFor()
      },
    },
  ],
  ChooseName: [
    {
      name: 'free',
      setup: told('demo'),
      async reach(page) {
        await typeName(page, 'lovelace')
        await dialogOf(page)
          .getByRole('list', { name: 'Suggestions' })
          .getByRole('button')
          .first()
          .waitFor()
      },
    },
    { name: 'empty', setup: told('demo'), reach: (page) => typeName(page) },
    {
      name: 'taken',
      setup: told('demo'),
      async reach(page) {
        await typeName(page, 'adalovelace')
        await dialogOf(page).getByText('is taken, or looks like').waitFor()
      },
    },
    {
      name: 'a letter that only looks like one',
      setup: told('demo'),
      async reach(page) {
        await typeName(page, 'lovel\u0430ce')
        await dialogOf(page).getByText('only looks like').waitFor()
      },
    },
  ],
  RegisterName: [
    { name: 'before signing', setup: told('demo'), reach: openRegister },
    {
      name: 'asking the wallet',
      setup: told('demo'),
      async reach(page) {
        await openRegister(page)
        await behave(page, 'hang', 'personal_sign')
        await buttonNamed(page, 'Register').click()
        await dialogOf(page).getByText('Continue in Foxglove').first().waitFor()
      },
    },
    {
      name: 'declined',
      setup: told('demo'),
      async reach(page) {
        await openRegister(page)
        await behave(page, 'reject', 'personal_sign')
        await buttonNamed(page, 'Register').click()
        await dialogOf(page).getByText('Nothing was registered').waitFor()
      },
    },
  ],
  RegisterNameSuccess: [
    {
      name: 'page',
      isFirst: true,
      setup: told('demo'),
      async reach(page) {
        await openRegister(page)
        await buttonNamed(page, 'Register').click()
        await heading(page, 'lovelace.latchkey.eth is yours')
      },
    },
  ],
  ...payCases,
  ...swapCases(openAccount),
  SendStatus: [
    {
      name: 'sent',
      isAlone: true,
      async reach(page) {
        await review(page)
        await buttonNamed(page, 'Confirm').click()
        await heading(page, 'Sent')
      },
    },
  ],
}
