import type { Page } from 'playwright-core'

const patienceMs = 30_000

/**
 * What a visitor does on a page that uses sats-connect: connects, sees both addresses, signs with
 * the payment address, comes back later, and disconnects.
 */
export async function visitBitcoinPage(page: Page): Promise<void> {
  page.setDefaultTimeout(patienceMs)
  const payment = page.getByText('35LM1A29K95ADiQ8rJ9uEfVZCKffZE4D9i', { exact: true })
  const ordinals = 'bc1p33wm0auhr9kkahzd6l0kqj85af4cswn276hsxg6zpz85xe2r0y8syx4e5t'
  await press(page, 'Connect wallet')
  // In the dialog of sats-connect, the button of an installed wallet has the role of a link.
  const xverse = page.getByRole('button', { name: /xverse/i })
  await xverse.or(page.getByRole('link', { name: /xverse/i })).click()
  await payment.waitFor()
  await page.getByText(`Ordinals: ${ordinals}`).waitFor()
  await press(page, 'Sign the guest book')
  await page
    .getByText(
      'Signature: I/ON0ae8hCxE2iBtxUqg+L3cI6OtE2tyEIKlVm1Et+FBWGuWk7CNMRWJC2LrTGaP81vLCgNLtxzN3pfZUZ2RAWg=',
    )
    .waitFor()

  await page.reload()
  await payment.waitFor()
  await page.getByText(`Ordinals: ${ordinals}`).waitFor()
  await leaveForGood(page)
}

/**
 * What a visitor does on a page that uses `@stacks/connect`: connects, sees the Stacks address,
 * signs with it, comes back later, and disconnects.
 */
export async function visitStacksPage(page: Page): Promise<void> {
  page.setDefaultTimeout(patienceMs)
  const address = page.getByText('SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N', { exact: true })
  await press(page, 'Connect wallet')
  // In one dialog the wallet's whole row is the button; in the other the row contains a button
  // called "Connect".
  await page
    .getByRole('button', { name: /leather/i })
    .or(page.getByRole('listitem').filter({ hasText: 'Leather' }).getByRole('button'))
    .first()
    .click()
  await address.waitFor()
  await press(page, 'Sign the guest book')
  await page.getByText(/^Signature: 1bb3857ee5fcec5a[0-9a-f]{112}01$/).waitFor()

  await page.reload()
  await address.waitFor()
  await press(page, 'Sign the guest book')
  await page.getByText(/^Signature: 1bb3857ee5fcec5a[0-9a-f]{112}01$/).waitFor()
  await leaveForGood(page)
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** Disconnects and loads the page again, after which nobody may be connected. */
async function leaveForGood(page: Page): Promise<void> {
  await press(page, 'Leave')
  await page.getByText('Nobody is connected.').waitFor()
  await page.reload()
  await page.getByText('Nobody is connected.').waitFor()
}
