import type { Page } from 'playwright-core'
import type { Ask } from '../src/test/test-visitor.ts'
import type { EmbeddedWorld, Shop } from './embedded-world.ts'

/**
 * Presses an approval button like a visitor. The button needs a second and a movement, and the
 * first event of a new window has no movement.
 */
export async function pressArmed(window: Page, name = 'Approve'): Promise<void> {
  await window.mouse.move(10, 10)
  await window.mouse.move(40, 40)
  await window.getByRole('button', { name, exact: true }).click()
}

/** Decides in the vault's window, and waits until it has closed; its text is kept in `seen`. */
export function askInVault(held: {
  readonly world: EmbeddedWorld
  readonly shop: Shop
  readonly seen: string[]
}): Ask {
  return async (answer, act) => {
    await act()
    const window = await held.world.opened(
      held.shop.dialog.getByRole('button', { name: 'Open approval' }),
    )
    // The vault's button is disabled for a second, in which the window shows the results of its
    // look-ups. This waits until the button is enabled.
    await window.getByRole('button', { name: answer, exact: true, disabled: false }).waitFor()
    held.seen.push((await window.locator('body').allInnerTexts()).join())
    const closed = window.waitForEvent('close')
    await pressArmed(window, answer)
    await closed
  }
}
