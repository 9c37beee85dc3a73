import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type FrameworkSite, startFrameworkSite } from '../test/framework-site.ts'

const run = {} as { site: FrameworkSite }
// Starting the site takes long, because it builds the components of two examples from the sources
// of all packages.
beforeAll(async () => {
  run.site = await startFrameworkSite()
}, 240_000)
afterAll(() => run.site?.close())

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('latchkey-button', () => {
  test.each(['Vue', 'Svelte'] as const)(
    'behavior: the page of the example for %s connects, follows the wallet, resumes and disconnects',
    async (framework) => {
      const { page, errors } = await run.site.open(framework)
      onTestFinished(() => page.close())
      const shown = (text: RegExp | string) => page.locator('output', { hasText: text }).waitFor()
      await shown('none yet')
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await page.getByRole('button', { name: 'Test wallet' }).click()
      await page.getByRole('button', { name: /^Account 0xf39F/ }).waitFor()
      await shown(ada)
      await page.evaluate(() => window.wallet.selectAccount(1))
      await shown(/^0x7099/)
      await page.reload()
      await page.getByRole('button', { name: /^Account 0x/ }).waitFor()
      await shown(/^0x/)
      await page.evaluate(() => document.querySelector('latchkey-button')?.disconnect())
      await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
      await shown('none yet')
      expect(errors).toEqual([])
    },
  )
})
