import type { Browser, Page } from 'playwright-core'
import { openOrigin } from '../bench/open-page.ts'
import { type Bytes, quiet, sum, watchLoads } from '../bench/page-bytes.ts'

export interface AppBytes {
  /** What was asked for before React had given the button its handlers. */
  readonly critical: Bytes
  /** Until the page is idle. */
  readonly beforeClick: Bytes
  /** The same, including the first opening of the dialog. */
  readonly afterClick: Bytes
  /** Errors in the console, failed requests, and a dialog that did not open. */
  readonly faults: readonly string[]
}

declare global {
  interface Window {
    /** Milliseconds from navigation until the button has its handlers. */
    worksAt?: number
  }
}

const patienceMs = 30_000

/**
 * Loads a served app in a cold profile, presses its button and counts the scripts on the way.
 * @param idleMs - how long a page without requests counts as idle, before the click and after it
 */
export async function appBytes(
  browser: Browser,
  origin: string,
  idleMs = { before: 5000, after: 2000 },
): Promise<AppBytes> {
  const { page, close } = await openOrigin(browser, origin, { before: `(${noteWorking})()` })
  try {
    const faults = watchFaults(page)
    const watch = watchLoads(page, origin)
    await page.goto(origin)
    await page.waitForFunction(() => window.worksAt !== undefined, null, { timeout: patienceMs })
    await quiet(page, idleMs.before)
    await watch.settle()
    const early = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (window.worksAt ?? 0))
        .map(({ name }) => name),
    )
    const critical = sum(watch.loads.filter(({ url }) => early.includes(url)))
    const beforeClick = sum(watch.loads)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
    await dialog
      .getByRole('heading', { name: 'Connect a wallet' })
      .waitFor({ timeout: patienceMs })
      .catch(() => faults.push('the button opens no dialog with its heading'))
    await quiet(page, idleMs.after)
    await watch.settle()
    return { critical, beforeClick, afterClick: sum(watch.loads), faults }
  } finally {
    await close()
  }
}

function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => void faults.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => void faults.push(`failed: ${request.url()}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
  return faults
}

/**
 * Runs in the page. A button that a server has written is there before it works: React notes its
 * handlers on the element when it takes the page over. Task after task instead of a timer, so that
 * no idle callback comes between.
 */
function noteWorking(): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const button = document.querySelector('button')
    const isWorking = button && Object.keys(button).some((key) => key.startsWith('__reactProps$'))
    if (isWorking) window.worksAt = performance.now()
    else port2.postMessage(null)
  }
  port2.postMessage(null)
}
