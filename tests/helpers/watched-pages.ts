import type { BrowserContext, Page } from 'playwright-core'
import { TestRunner } from 'vitest'

const watched = new Map<Page, readonly string[]>()
const contexts = new WeakSet<BrowserContext>()

/**
 * Report of a failed test: address, buttons, connections of the kit, text, and console messages.
 */
async function tell(page: Page, complaints: readonly string[]): Promise<void> {
  const read = page.evaluate(() => {
    const shown = (root: ParentNode): string[] =>
      [...root.querySelectorAll('button, a, [role="tab"], h1, h2')]
        .filter((one) => one.checkVisibility())
        .map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 80))
    const state = 'stage' in window ? window.stage.kit.getState() : undefined
    return {
      address: location.origin + location.pathname,
      readyState: document.readyState,
      page: shown(document),
      dialog: shown(
        document.querySelector('latchkey-modal')?.shadowRoot ?? document.createDocumentFragment(),
      ),
      connections: state
        ? Object.fromEntries(
            Object.entries(state.connections).map(([id, held]) => [id, held.status]),
          )
        : 'no stage on the page',
      connectors: state ? Object.keys(state.connectors) : [],
      stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    }
  })
  const words = page.locator('body, latchkey-modal dialog').allInnerTexts()
  const both = Promise.all([read, words]).then(([seen, texts]) => ({
    ...seen,
    words: texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 1000)),
  }))
  const late = new Promise((resolve) =>
    setTimeout(resolve, 3000, 'The page did not answer within 3 s.'),
  )
  const seen = await Promise.race([both, late]).catch((error: unknown) => String(error))
  console.error(
    `When the test failed, the page showed ${JSON.stringify({ seen, complaints }, null, 1)}`,
  )
}

/** Reports what each open page shows, when the running test has failed. */
export async function tellPages(only?: (page: Page) => boolean): Promise<void> {
  if (TestRunner.getCurrentTest()?.result?.state !== 'fail') return
  for (const [page, complaints] of watched) {
    if (!page.isClosed() && (only?.(page) ?? true)) await tell(page, complaints)
  }
}

/** Includes the page in the report of a failing test, also when the test closes the page. */
export function watchPage(page: Page, complaints: readonly string[]): void {
  const context = page.context()
  watched.set(page, complaints)
  page.once('close', () => watched.delete(page))
  const closePage = page.close.bind(page)
  page.close = async (options) => {
    await tellPages((one) => one === page)
    await closePage(options)
  }
  if (contexts.has(context)) return
  contexts.add(context)
  const closeContext = context.close.bind(context)
  context.close = async (options) => {
    await tellPages((one) => one.context() === context)
    await closeContext(options)
  }
}
