import type { BrowserContextOptions, Page } from 'playwright-core'
import { stepTimeout } from '../helpers/step-timeout.ts'
import type { ViewCase } from '../helpers/view-case.ts'
import type { Theatre } from './stage.ts'
import type { ViewWorld } from './view-world.ts'

export interface ViewPages {
  /**
   * Shows the case as to a first-time visitor, on a page that earlier cases with these options have
   * used.
   */
  show(
    viewCase: ViewCase,
    options: BrowserContextOptions,
    arrive?: (page: Page) => Promise<unknown>,
  ): Promise<Page>
}

// A renderer keeps much memory of the pages that it has shown.
const mostUses = 15

/**
 * Pages for one case after the other, because a new browser context for each would take longer than
 * the case.
 */
export function createViewPages(theatre: Theatre, world: ViewWorld): ViewPages {
  const pages = new Map<string, { readonly page: Page; readonly uses: number }>()
  /** A used page; a case that fails returns none. */
  const take = async (key: string): Promise<Page | undefined> => {
    const used = pages.get(key)
    pages.delete(key)
    if (used && used.uses < mostUses) {
      await empty(used.page, theatre.origin)
      return used.page
    }
    await used?.page.context().close()
  }
  return {
    async show(viewCase, options, arrive = async () => {}) {
      const key = JSON.stringify(options)
      const uses = pages.get(key)?.uses ?? 0
      const used = await take(key)
      const { page } = await theatre.open(world.setupOf(viewCase), {
        ...options,
        ...(used && { page: used }),
      })
      page.setDefaultTimeout(stepTimeout)
      await arrive(page)
      await viewCase.reach(page)
      pages.set(key, { page, uses: used ? uses + 1 : 1 })
      return page
    },
  }
}

/** Removes everything of the case before: windows, route, storage. */
async function empty(page: Page, origin: string): Promise<void> {
  for (const other of page.context().pages()) {
    if (other !== page) await other.close()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().clearCookies()
  // By then the page has stored what it stores when it is left.
  await page.goto(`${origin}/empty`)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
        request.onblocked = () => reject(new Error(`${name} is held open`))
      })
    }
  })
}
