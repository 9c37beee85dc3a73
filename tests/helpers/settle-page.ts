import type { Page, Request } from 'playwright-core'
import { expect, vi } from 'vitest'

/** The last chunk of the dialog, loaded once the dialog was painted and the page is idle. */
const lastPart = /\/assets\/while-open-[^/]*\.js$/

/** Waits two frames, after which pending changes are drawn. */
export async function drawFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  )
}

/**
 * Watches the requests of a page. The returned function waits until all are answered except the
 * `held` ones that the test itself delays, and until the page has handled the answers: a later
 * request of its own must be answered too.
 */
export function watchRequests(page: Page): (held?: number) => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith('data:') && !isLater(url)) open.add(request)
  })
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return async (held = 0) => {
    do {
      await vi.waitFor(() => expect(open.size).toBe(held), { timeout: 10_000, interval: 10 })
      await page.evaluate((path) => fetch(path).then((answer) => answer.text()), laterPath)
    } while (open.size > held)
  }
}

/** A path that the test server serves. */
const laterPath = '/empty'

/** Whether a request is the later one, which shows that all before it were answered. */
export function isLater(url: string): boolean {
  return new URL(url).pathname === laterPath
}

/**
 * Call it before the dialog is opened.
 * @returns a promise that resolves when the last chunk is loaded
 */
export async function awaitLastPart(page: Page): Promise<void> {
  await page.waitForEvent('requestfinished', (request) => lastPart.test(request.url()))
}
