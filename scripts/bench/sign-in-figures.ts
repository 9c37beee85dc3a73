import { startEmbeddedWorld } from '../../apps/demo/test/embedded-world.ts'
import { median } from './page-times.ts'
import type { Row } from './report.ts'

/**
 * From an address to a wallet on the local stack, in ms: to the six boxes, and from the sixth digit
 * to connected.
 */
export interface SignInFigures {
  readonly figures: {
    readonly toCodeMs: readonly number[]
    readonly toConnectedMs: readonly number[]
  }
  readonly rows: readonly Row[]
}

/** What is ours of it: the way of the mail and the hands of the visitor are between the two. */
const mostMs = 4000

export async function signInFigures(runs: number): Promise<SignInFigures> {
  const world = await startEmbeddedWorld()
  const figures = { toCodeMs: [] as number[], toConnectedMs: [] as number[] }
  try {
    for (let i = 0; i < runs; i++) {
      const address = `bench-${i}@shop.example`
      // A site of its own: nothing of the vault is in its cache, nobody is signed in.
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
