import type { Page } from 'playwright-core'
import type { Setup } from '../worlds/stage/setup.ts'
import type { ViewCase } from './view-case.ts'

/**
 * An icon of one colour with a circle in it, so that the two wallets can be told apart in a
 * screenshot.
 */
const icon = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${color}"/><circle cx="20" cy="20" r="9" fill="#fff"/></svg>`)}`

/** A page with two installed wallets, each with an account of its own. */
export const twoWallets = {
  wallets: [
    {
      name: 'Foxglove',
      rdns: 'test.foxglove',
      icon: icon('#d9480f'),
      accounts: ['0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
    },
    {
      name: 'Harbor',
      rdns: 'test.harbor',
      icon: icon('#2b63e0'),
      accounts: ['0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'],
    },
  ],
  kit: { features: { multiWallet: true } },
} as const satisfies Partial<Setup>

const dialogOf = (page: Page) => page.getByRole('dialog')
const buttonNamed = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) =>
  dialogOf(page).getByRole('heading', { name, exact: true }).waitFor()

/**
 * Connects the first wallet, and opens the list of the visitor's wallets from the account's
 * settings.
 */
export async function openWallets(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).first().click()
  await buttonNamed(page, 'Foxglove').click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Account/ })
    .first()
    .click()
  await dialogOf(page).getByRole('list', { name: 'Token list' }).getByText('ETH').first().waitFor()
  await buttonNamed(page, 'Settings').click()
  await buttonNamed(page, 'Wallets').click()
  await heading(page, 'Wallets')
}

/** Adds the second wallet, and waits for the toast that says so. */
export async function addHarbor(page: Page): Promise<void> {
  await buttonNamed(page, 'Add a wallet').click()
  await heading(page, 'Connect a wallet')
  await buttonNamed(page, 'Harbor').click()
  await heading(page, 'Wallets')
  await dialogOf(page).locator('.toast').getByText('Wallet added').waitFor()
}

export const walletsCases: readonly [ViewCase, ...ViewCase[]] = [
  {
    name: 'two wallets',
    setup: twoWallets,
    async reach(page) {
      await openWallets(page)
      await addHarbor(page)
      await page.clock.runFor(3_200)
      await dialogOf(page).locator('.toast').waitFor({ state: 'hidden' })
    },
  },
  { name: 'one wallet', setup: twoWallets, reach: openWallets },
  {
    name: 'one that was connected recently',
    setup: twoWallets,
    async reach(page) {
      await openWallets(page)
      await addHarbor(page)
      await buttonNamed(page, 'Remove Foxglove').click()
      await dialogOf(page).getByRole('list', { name: 'Recently connected' }).waitFor()
      await page.clock.runFor(3_200)
      await dialogOf(page).locator('.toast').waitFor({ state: 'hidden' })
    },
  },
]
