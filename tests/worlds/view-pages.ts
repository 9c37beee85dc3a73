import type { BrowserContextOptions, Page } from 'playwright-core'
import type { ViewCase } from '../helpers/view-case.ts'
import type { Theatre } from './stage.ts'
import type { ViewWorld } from './view-world.ts'

export interface ViewPages {
  /**
   * Shows the case as a first-time visitor meets it, on the page that earlier cases with these
   * options were shown on.
   */
  show(
    viewCase: ViewCase,
    options: BrowserContextOptions,
    arrive?: (page: Page) => Promise<unknown>,
  ): Promise<Page>
}

// A renderer keeps much of the pages it has shown.
const mostUses = 15

/**
 * Pages for one case after another: to open a new browser context for each would take longer than
 * looking at it.
 */
export function createViewPages(theatre: Theatre, world: ViewWorld): ViewPages {
  const pages = new Map<string, { readonly page: Page; readonly uses: number }>()
  /** A page that was used before; a case that fails leaves none behind. */
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
      page.setDefaultTimeout(15_000)
      await arrive(page)
      await viewCase.reach(page)
      pages.set(key, { page, uses: used ? uses + 1 : 1 })
      return page
    },
  }
}

/** Nothing of the case before is left: no window, no route, no storage. */
async function empty(page: Page, origin: string): Promise<void> {
  for (const other of page.context().pages()) {
    if (other !== page) await other.close()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().clearCookies()
  // Whatever the page stores as it is left is stored by then.
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
