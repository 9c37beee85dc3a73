import type { Browser } from 'playwright-core'
import { openPage } from './open-page.ts'
import { quiet } from './page-bytes.ts'

export interface Times {
  readonly readyMs: number
  readonly openMs: number
  /** Bytes of heap after collecting, with the dialog open. */
  readonly heap: number
}

/** One cold visit: load, a second of quiet, a click by pointer, the dialog painted. */
export async function visit(browser: Browser, folder: string, isSlow: boolean): Promise<Times> {
  const { page, cdp, origin, close } = await openPage(browser, folder, { isSlow })
  try {
    await page.goto(origin)
    const button = page.locator('button').first()
    await button.waitFor()
    await quiet(page, 1000)
    await button.click()
    await page.waitForFunction(() => window.benchNotes.openMs !== undefined)
    await page.waitForTimeout(400)
    for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const { readyAt = 0, openMs = 0 } = await page.evaluate(() => window.benchNotes)
    return { readyMs: readyAt, openMs, heap: usedSize }
  } finally {
    await close()
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}
