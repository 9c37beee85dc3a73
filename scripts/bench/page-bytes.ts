import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from 'playwright-core'
import { openPage } from './open-page.ts'

export interface Bytes {
  /** Bytes after gzip -9. */
  readonly gzip: number
  readonly files: number
}

export interface PageBytes {
  /** Bytes requested before the button existed. */
  readonly critical: Bytes
  /** Bytes until the page is idle for five seconds, workers and data included. */
  readonly beforeClick: Bytes
  /** The same, including the first opening of the dialog. */
  readonly afterOpening: Bytes
  readonly otherHosts: readonly string[]
  readonly writes: readonly string[]
}

interface Loaded {
  readonly url: string
  readonly gzip: number
}

/**
 * Records every script, worker and data file that a page loads from its own origin, and every other
 * origin it contacts.
 */
export function watchLoads(
  page: Page,
  origin: string,
): { loads: Loaded[]; otherHosts: string[]; settle(): Promise<void> } {
  const loads: Loaded[] = []
  const otherHosts: string[] = []
  const reading = new Set<Promise<void>>()
  page.context().on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob|about):/.test(url) && new URL(url).origin !== origin)
      otherHosts.push(new URL(url).host)
  })
  page.context().on('response', (response: Response) => {
    const type = response.request().resourceType()
    if (type === 'document' || type === 'image' || type === 'stylesheet' || type === 'font') return
    if (new URL(response.url()).origin !== origin) return
    const read = response
      .body()
      .then(
        (body) =>
          void loads.push({ url: response.url(), gzip: gzipSync(body, { level: 9 }).length }),
      )
      .catch(() => undefined)
      .finally(() => reading.delete(read))
    reading.add(read)
  })
  return {
    loads,
    otherHosts,
    async settle() {
      await Promise.all(reading)
    },
  }
}

/** Waits until the page has made no request for `ms` milliseconds. */
export async function quiet(page: Page, ms: number): Promise<void> {
  const state = { last: Date.now() }
  const touch = (): void => {
    state.last = Date.now()
  }
  page.on('request', touch)
  page.on('requestfinished', touch)
  while (Date.now() - state.last < ms) {
    await page.waitForTimeout(50)
  }
  page.off('request', touch)
  page.off('requestfinished', touch)
}

export function sum(loads: readonly Loaded[]): Bytes {
  return { gzip: loads.reduce((total, { gzip }) => total + gzip, 0), files: loads.length }
}

export async function pageBytes(browser: Browser, folder: string): Promise<PageBytes> {
  const { page, origin, close } = await openPage(browser, folder)
  try {
    const watch = watchLoads(page, origin)
    await page.goto(origin)
    await page.locator('button').first().waitFor()
    await quiet(page, 5000)
    await watch.settle()
    const { early, writes } = await page.evaluate(() => ({
      early: performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (window.benchNotes.readyAt ?? 0))
        .map(({ name }) => name),
      writes: window.benchNotes.writes,
    }))
    const critical = sum(watch.loads.filter(({ url }) => early.includes(url)))
    const beforeClick = sum(watch.loads)
    await page.locator('button').first().click()
    await quiet(page, 2000)
    await watch.settle()
    return {
      critical,
      beforeClick,
      afterOpening: sum(watch.loads),
      otherHosts: watch.otherHosts,
      writes,
    }
  } finally {
    await close()
  }
}
