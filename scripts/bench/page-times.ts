import type { Browser } from 'playwright-core'
import { openPage } from './open-page.ts'
import { quiet } from './page-bytes.ts'

export interface Times {
  readonly readyMs: number
  readonly openMs: number
  /** Bytes of heap after garbage collection, with the dialog open. */
  readonly heap: number
}

/** One cold visit: load, a second of idle, a pointer click, the painted dialog. */
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
    for (let i = 0; i < 3; i++) {
      await cdp.send('HeapProfiler.collectGarbage')
    }
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const { readyAt = 0, openMs = 0 } = await page.evaluate(() => window.benchNotes)
    return { readyMs: readyAt, openMs, heap: usedSize }
  } finally {
    await close()
  }
}

/** One cold visit until the button exists; returns the milliseconds from navigation. */
export async function readyOf(browser: Browser, folder: string): Promise<number> {
  const { page, origin, close } = await openPage(browser, folder, { isSlow: false })
  try {
    await page.goto(origin)
    await page.locator('button').first().waitFor()
    return (await page.evaluate(() => window.benchNotes.readyAt)) ?? Number.NaN
  } finally {
    await close()
  }
}

/**
 * Measures two pages alternately, with a changing first one, so that other load on the machine
 * affects both equally.
 */
export async function readyPairs(
  browser: Browser,
  folders: { readonly floor: string; readonly ours: string },
  count: number,
): Promise<readonly { readonly floor: number; readonly ours: number }[]> {
  const pairs: { floor: number; ours: number }[] = []
  for (let i = 0; i < count; i++) {
    const pair = { floor: 0, ours: 0 }
    for (const which of i % 2 === 0 ? (['floor', 'ours'] as const) : (['ours', 'floor'] as const)) {
      pair[which] = await readyOf(browser, folders[which])
    }
    pairs.push(pair)
  }
  return pairs
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}
