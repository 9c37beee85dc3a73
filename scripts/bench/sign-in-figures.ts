import { startEmbeddedWorld } from '../../apps/demo/test/embedded-world.ts'
import { median } from './page-times.ts'
import type { Row } from './report.ts'

/**
 * Times of an email sign-in on the local stack, in milliseconds: to the six boxes, and from the
 * sixth digit to connected.
 */
export interface SignInFigures {
  readonly figures: {
    readonly toCodeMs: readonly number[]
    readonly toConnectedMs: readonly number[]
  }
  readonly rows: readonly Row[]
}

/** Bound of the product's own part, without mail delivery and typing. */
const mostMs = 4000

export async function signInFigures(runs: number): Promise<SignInFigures> {
  const world = await startEmbeddedWorld()
  const figures = { toCodeMs: [] as number[], toConnectedMs: [] as number[] }
  try {
    for (let i = 0; i < runs; i++) {
      const address = `bench-${i}@shop.example`
      // A new site each time: the vault's cache is empty and nobody is signed in.
      const { page, dialog } = await world.openShop(`bench-${i}.localhost`)
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
      const press = dialog.getByRole('button', { name: 'Continue with email' })
      await press.hover()
      await page.waitForLoadState('networkidle')
      const asked = performance.now()
      await press.click()
      const boxes = page.getByRole('textbox', { name: 'Digit 1' }).and(page.locator(':enabled'))
      await boxes.waitFor()
      figures.toCodeMs.push(performance.now() - asked)
      const code = await world.codeFor(address, 1)
      const typed = performance.now()
      await boxes.fill(code)
      await page.getByRole('button', { name: /^Account/ }).waitFor()
      figures.toConnectedMs.push(performance.now() - typed)
      await page.close()
    }
  } finally {
    await world.stop()
  }
  const both = figures.toCodeMs.map((one, i) => one + (figures.toConnectedMs[i] ?? Number.NaN))
  const ms = (value: number): string => `${value.toFixed(0)} ms`
  const value = median(both)
  return {
    figures,
    rows: [
      {
        what: 'email → connected on the local stack, without the mail’s way and the typing',
        ours: ms(value),
        budget: `≤ ${ms(mostMs)}`,
        isGood: value <= mostMs,
        inReadme: 'Email sign-in, without waiting for the mail and typing',
      },
    ],
  }
}
