import { isAllowedOrigin } from '../../frame/page/origin-rule.ts'

const name = 'latchkey-vault-site'

/** Where a page is gone back to. */
export interface WayBack {
  /** Origin of the page. */
  readonly site: string
  /** Its whole address, where the page itself came here in its tab. */
  readonly address: string | null
  /** Id of the sign-in, to see what is still to be done for it. */
  readonly login?: string
}

/**
 * Keeps for this tab which sign-in of which page it is, and the path there where that page itself
 * went to the vault.
 */
export function keepWayBack(
  keep: Pick<Storage, 'setItem'>,
  site: string,
  path: string | null,
  login?: string,
): void {
  try {
    keep.setItem(name, JSON.stringify({ site, path, login }))
  } catch {
    // Then the visitor goes back by hand.
  }
}

/**
 * The page to go back to, if it is one of the project's: whatever a path says, it stays at that
 * origin.
 */
export function wayBack(
  keep: Pick<Storage, 'getItem'>,
  origins: readonly string[],
): WayBack | null {
  try {
    const { site, path, login: kept } = JSON.parse(keep.getItem(name) ?? 'null') ?? {}
    if (typeof site !== 'string' || !isAllowedOrigin(origins, site)) return null
    const login = typeof kept === 'string' ? { login: kept } : {}
    if (typeof path !== 'string' || !path.startsWith('/')) return { site, address: null, ...login }
    const { origin, href } = new URL(site + path)
    return { site, address: origin === site ? href : null, ...login }
  } catch {
    return null
  }
}
