import { isAllowedOrigin } from '../../frame/page/origin-rule.ts'

const name = 'latchkey-vault-site'

/** The page to go back to. */
export interface WayBack {
  /** Origin of the page. */
  readonly site: string
  /** Address of the page, when that came here in its own tab. */
  readonly address: string | null
  /** Id of the login, to read what is still needed for it. */
  readonly login?: string
}

/**
 * Keeps for this tab the page and the login, and the way back when the page itself came to the
 * vault.
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
 * The page to go back to, if it is one of the project's; a path can never lead to another origin.
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
