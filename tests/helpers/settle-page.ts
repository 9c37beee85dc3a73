import type { Page, Request } from 'playwright-core'
import { expect, vi } from 'vitest'

/** The last part of the dialog: asked for once it has been painted and the page has nothing to do. */
const lastPart = /\/assets\/while-open-[^/]*\.js$/

/** Two frames on: what a page was about to draw has been drawn. */
export async function drawFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  )
}

/**
 * Listens to what a page of the theatre asks for. The answer waits until all of it has been
 * answered but the `held` ones that the test itself keeps waiting, and until the page has done what
 * the answers make it do: a later request of its own has been answered by then, too.
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

/** Served by the theatre. */
const laterPath = '/empty'

/** Whether it is the request that shows that all before it were answered. */
export function isLater(url: string): boolean {
  return new URL(url).pathname === laterPath
}

/** Call it before the dialog is opened. @returns when the last of its parts has arrived */
export async function awaitLastPart(page: Page): Promise<void> {
  await page.waitForEvent('requestfinished', (request) => lastPart.test(request.url()))
}
