import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Opened, startWindows, type WindowsWorld } from './windows-world.ts'

/** The windows for the tests of one file; they are closed after each test. */
export interface WindowsStage {
  /** Started before the first test. */
  readonly run: { world: WindowsWorld }
  open(...given: Parameters<WindowsWorld['open']>): Promise<Opened>
}

export function windowsStage(): WindowsStage {
  const run = {} as { world: WindowsWorld }
  const opened: Opened[] = []
  beforeAll(async () => {
    run.world = await startWindows()
  }, 120_000)
  afterAll(() => run.world?.stop())
  afterEach(async () => {
    for (const { page } of opened.splice(0)) {
      await page.context().close()
    }
  })
  return {
    run,
    async open(...given) {
      const one = await run.world.open(...given)
      opened.push(one)
      return one
    },
  }
}

export const button = ({ window }: Opened, name: string) =>
  window.getByRole('button', { name, exact: true })

/**
 * Presses the first effective button of a window, after a movement of the pointer, which the button
 * requires.
 */
export async function press(one: Opened, name: string): Promise<void> {
  await button(one, name).waitFor()
  await one.window.mouse.move(10, 10)
  await one.window.mouse.move(40, 40)
  await button(one, name).click()
}
