import { devnetChain } from '@latchkey/devnet'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre } = {}
beforeAll(async () => {
  held.theatre = await raise({ hasScrollbars: true })
})
afterAll(() => held.theatre?.stop())

describe('a page with a scrollbar beside it', () => {
  test.each(['ltr', 'rtl'])(
    'behavior: under the dialog its place is dimmed as the page is, and nothing moves, %s',
    async (direction) => {
      const { theatre } = held
      if (!theatre) throw new Error('no theatre')
      const { page } = await theatre.open({
        chains: [{ ...devnetChain(), rpcUrls: [] }],
        wallets: [],
      })
      const bar = await page.evaluate((dir) => {
        document.documentElement.dir = dir
        document.body.style.minHeight = '3000px'
        return window.innerWidth - document.documentElement.clientWidth
      }, direction)
      expect(bar).toBeGreaterThan(0)
      const button = page.getByRole('button', { name: 'Connect wallet' })
      const before = await button.boundingBox()
      const light = await spot(page, 500)
      await button.click()
      await page.getByRole('dialog').getByRole('heading').first().waitFor()
      expect(await page.getByRole('main').getByText('Connect wallet').boundingBox()).toEqual(before)
      // Both edges, wherever the bar stands, look as the page between them does.
      const inside = await spot(page, 100)
      expect(inside.equals(light)).toBe(false)
      for (const x of [1, 1000 - bar + 1, 1000 - 5]) {
        expect((await spot(page, x)).equals(inside), `at ${x}`).toBe(true)
      }
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(await button.boundingBox()).toEqual(before)
      await page.context().close()
    },
  )
})

/** What is painted at a place far below all that stands on the page. */
function spot(page: Page, x: number): Promise<Buffer> {
  return page.screenshot({ clip: { x, y: 740, width: 4, height: 4 } })
}
