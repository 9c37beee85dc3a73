import { expect, test } from '@latchkey/testing/playwright'

// A wallet with a real key stands in the page of each test that names it.
test.use({ walletOptions: { evm: { chain: '__CHAIN_ID__' } } })

test('connects a wallet, and knows it again after a reload', async ({ page, wallet }) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const [address = 'no address'] = wallet.addresses()

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('__APP_NAME__')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: wallet.name }).click()
  await expect(page.getByText(address, { exact: true })).toBeVisible()
  await expect(page.getByText('__CHAIN_ID__', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByText(address, { exact: true })).toBeVisible()
  expect(faults).toEqual([])
})

test('stays unconnected when the visitor declines', async ({ page, wallet }) => {
  wallet.rejectNext('eth_requestAccounts')
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: wallet.name }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/declined/i)
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Not connected yet')).toHaveCount(2)
})
