import { isAllowedOrigin } from '../../frame/origin-rule.ts'

const name = 'latchkey-vault-site'

/** Keeps for this tab which page a sign-in belongs to, where the page itself went to the vault. */
export function keepWayBack(keep: Pick<Storage, 'setItem'>, site: string): void {
  try {
    keep.setItem(name, site)
  } catch {
    // Then the visitor goes back by hand.
  }
}

/** The page to go back to, if it is one of the project's. */
export function wayBack(keep: Pick<Storage, 'getItem'>, origins: readonly string[]): string | null {
  try {
    const site = keep.getItem(name)
    return site !== null && isAllowedOrigin(origins, site) ? site : null
  } catch {
    return null
  }
}
