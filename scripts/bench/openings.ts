import type { Browser, CDPSession } from 'playwright-core'
import { openPage } from './open-page.ts'
import { quiet } from './page-bytes.ts'

export interface Held {
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

async function measure(cdp: CDPSession): Promise<Held> {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') }
}

/** Opens and closes the dialog `count` times after a warm-up of twenty; what is held before and after. */
export async function openings(
  browser: Browser,
  folder: string,
  count: number,
): Promise<{ before: Held; after: Held }> {
  const { page, cdp, origin, close } = await openPage(browser, folder)
  try {
    await cdp.send('Performance.enable')
    await page.goto(origin)
    const button = page.locator('button').first()
    await button.waitFor()
    await quiet(page, 1000)
    const cycle = async (): Promise<void> => {
      await button.click()
      await page.getByRole('dialog').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
    }
    for (let i = 0; i < 20; i++) await cycle()
    const before = await measure(cdp)
    for (let i = 0; i < count; i++) await cycle()
    return { before, after: await measure(cdp) }
  } finally {
    await close()
  }
}
