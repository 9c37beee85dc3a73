import { isAllowedOrigin } from '../../frame/origin-rule.ts'

const name = 'latchkey-vault-site'

/** Where a page is gone back to. */
export interface WayBack {
  /** Origin of the page. */
  readonly site: string
  /** Its whole address, where the page itself came here in its tab. */
  readonly address: string | null
}

/** Keeps for this tab which page a sign-in belongs to, and the path there where that page itself went to the vault. */
export function keepWayBack(keep: Pick<Storage, 'setItem'>, site: string, path: string | null): void {
  try {
    keep.setItem(name, JSON.stringify({ site, path }))
  } catch {
    // Then the visitor goes back by hand.
  }
}

/** The page to go back to, if it is one of the project's: whatever a path says, it stays at that origin. */
export function wayBack(keep: Pick<Storage, 'getItem'>, origins: readonly string[]): WayBack | null {
  try {
    const { site, path } = JSON.parse(keep.getItem(name) ?? 'null') ?? {}
    if (typeof site !== 'string' || !isAllowedOrigin(origins, site)) return null
    if (typeof path !== 'string' || !path.startsWith('/')) return { site, address: null }
    const { origin, href } = new URL(site + path)
    return { site, address: origin === site ? href : null }
  } catch {
    return null
  }
}
