import { expect, test } from '@latchkey/testing/playwright'
import { openShop } from './shop.ts'

/** This one is wrong on purpose: the fixtures must not hide it. */
test('expects a signature that nobody asked for', async ({ page, wallet }) => {
  await openShop(page)
  const requested = wallet.waitForRequest()
  await page.getByRole('button', { name: 'Connect' }).click()
  await requested
  expect(wallet.requests.map(({ method }) => method)).toContain('personal_sign')
})
