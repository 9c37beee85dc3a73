import type { Page } from 'playwright-core'

const patienceMs = 30_000
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * What a visitor does on the page of a migration, with either library's dialog: connects, changes
 * the network, signs, comes back later, looks at the account and at the networks, and leaves.
 */
export async function visitWagmiPage(page: Page): Promise<void> {
  page.setDefaultTimeout(patienceMs)
  const connect = page.getByRole('button', { name: /^connect wallet$/i })
  await connect.waitFor()
  await connectFrom(page, 'Come in')
  await page.getByText(address, { exact: true }).waitFor()
  await page.getByText('on Ethereum').waitFor()
  await connect.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Use Base' }).click()
  await page.getByText('Network: Base').waitFor()
  await signGuestBook(page)

  await page.reload()
  await page.getByText(address, { exact: true }).waitFor()
  await openDialogAndClose(page, 'My account')
  await openDialogAndClose(page, 'Networks')

  await leaveForGood(page)
  await connect.waitFor()
}

/**
 * What a visitor does on a page that draws the account itself: connects, changes the network, signs,
 * comes back later and leaves.
 */
export async function visitOwnPage(page: Page): Promise<void> {
  page.setDefaultTimeout(patienceMs)
  await connectFrom(page, 'Connect wallet')
  await page.getByText(address, { exact: true }).waitFor()
  await page.getByText('Network: Ethereum').waitFor()
  await page.getByRole('button', { name: 'Use Base' }).click()
  await page.getByText('Network: Base').waitFor()
  await signGuestBook(page)

  await page.reload()
  await page.getByText(address, { exact: true }).waitFor()
  await leaveForGood(page)
}

/**
 * What a visitor does on a page of OnchainKit, whose dialog offers wallets by name: connects,
 * changes the network, signs, comes back later, and disconnects in what the account's button opens.
 */
export async function visitOnchainPage(page: Page): Promise<void> {
  page.setDefaultTimeout(patienceMs)
  await connectFrom(page, 'Connect wallet', /phantom/i)
  await page.getByText(address, { exact: true }).waitFor()
  await page.getByText('Network: Ethereum').waitFor()
  await page.getByRole('button', { name: 'Use Base' }).click()
  await page.getByText('Network: Base').waitFor()
  await signGuestBook(page)

  await page.reload()
  await page.getByText(address, { exact: true }).waitFor()
  await page.getByRole('button', { name: /0xf39f/i }).click()
  await page.getByRole('button', { name: /disconnect$/i }).click()
  await page.getByText('Nobody is connected.').waitFor()
  await page.reload()
  await page.getByText('Nobody is connected.').waitFor()
}

async function signGuestBook(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign the guest book' }).click()
  await page.getByText(`Signature: 0x${'5a'.repeat(65)}`).waitFor()
}

/** Leaves, and comes back: nobody must be connected then. */
async function leaveForGood(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('Nobody is connected.').waitFor()
  await page.reload()
  await page.getByText('Nobody is connected.').waitFor()
}

async function connectFrom(page: Page, button: string, wallet = /mock wallet/i): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('button', { name: wallet }).click()
}

/** Presses a button of the page that opens a dialog, and closes the dialog with the keyboard. */
async function openDialogAndClose(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  // AppKit's is an alert.
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}
