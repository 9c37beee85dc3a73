import type { Page } from 'playwright-core'

const patienceMs = 30_000
const address = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
// Of "I was here." with the key of the mock wallet: Ed25519 has one signature for a message.
const signature =
  '4Y6EYTqrWaGa5gDLPNJetF9xtJgCzHBT23tgRpKXazme54LpGgUskRET2Pe9ytKok2KTZxAv3csJBNMTrLViqFQ7'

/** Connects from the page's own button, signs, comes back later and leaves for good. */
export async function visitSolanaPage(page: Page): Promise<void> {
  page.setDefaultTimeout(patienceMs)
  await page.getByRole('button', { name: /^(connect|select) wallet$/i }).waitFor()
  await page.getByRole('button', { name: 'Come in' }).click()
  await page.getByRole('button', { name: /mock wallet/i }).click()
  await page.getByText(address, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign the guest book' }).click()
  await page.getByText(`Signature: ${signature}`).waitFor()

  await page.reload()
  await page.getByText(address, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('Nobody is connected.').waitFor()
  await page.reload()
  await page.getByText('Nobody is connected.').waitFor()
}
