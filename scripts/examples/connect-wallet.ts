import type { Page } from 'playwright-core'

const patienceMs = 30_000
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Connects the wallet for Ethereum of `page-wallets.ts`, reads the address that the page itself shows, and reloads:
 * the page must know the visitor again.
 */
export async function connectWallet(page: Page): Promise<void> {
  page.setDefaultTimeout(patienceMs)
  const account = page.getByRole('button', { name: /^Account 0xf39F/ })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: 'Bench wallet' }).click()
  await account.waitFor()
  await page.getByText(address, { exact: true }).waitFor()
  await page.reload()
  await account.waitFor()
}
