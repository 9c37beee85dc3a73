import { isAllowedOrigin } from '../../frame/page/origin-rule.ts'

const storageKey = 'latchkey-vault-site'

/** The page to which the visitor returns after a login. */
export interface ReturnRoute {
  /** Origin of the page. */
  readonly site: string
  /** Address of the page to return to, when the vault replaced the page in this tab; else null. */
  readonly address: string | null
  /** Id of the login, by which the window asks the gateway what the login still needs. */
  readonly login?: string
}

/**
 * Stores for this tab to which page and login it belongs; also the address to return to, when the
 * vault replaced the page in this tab.
 */
export function storeReturnRoute(
  storage: Pick<Storage, 'setItem'>,
  site: string,
  path: string | null,
  login?: string,
): void {
  try {
    storage.setItem(storageKey, JSON.stringify({ site, path, login }))
  } catch {
    // Without storage the visitor must return to the page by hand.
  }
}

/**
 * The page to go back to, if it is one of the project's; a path can never lead to another origin.
 */
export function readReturnRoute(
  storage: Pick<Storage, 'getItem'>,
  origins: readonly string[],
): ReturnRoute | null {
  try {
    const {
      site,
      path,
      login: storedLogin,
    } = JSON.parse(storage.getItem(storageKey) ?? 'null') ?? {}
    if (typeof site !== 'string' || !isAllowedOrigin(origins, site)) return null
    const login = typeof storedLogin === 'string' ? { login: storedLogin } : {}
    if (typeof path !== 'string' || !path.startsWith('/')) return { site, address: null, ...login }
    const { origin, href } = new URL(site + path)
    return { site, address: origin === site ? href : null, ...login }
  } catch {
    return null
  }
}
