import { createHash } from 'node:crypto'
import type { SignInSite } from '../../ports/sign-in-port.ts'

/** Most values of one name that are read; a browser sends two at most. */
const maxValues = 4

/** Values of a site's two cookies. */
export interface SiteCookies {
  /**
   * Tokens of sessions. A browser sends two when it has one for the same site and a partitioned one,
   * and the older one need not be the one that holds.
   */
  readonly sessions: readonly string[]
  /**
   * Token of the browser, to which challenges are bound. Its cookie comes back only where the
   * browser keeps cookies of this gateway that are for the same site (`SameSite=Lax`).
   */
  readonly browser: string | undefined
}

/**
 * Names of a site's cookies. Every site has its own, so that visitors can be signed in to several
 * sites of one gateway at the same time, and no page sees the session of another one. The prefix
 * `__Host-` keeps subdomains and pages over HTTP from setting them.
 */
function nameCookies({ project, origin }: SignInSite): Record<SiteCookie['kind'], string> {
  const siteHash = createHash('sha256').update(`${project}\n${origin}`).digest('hex').slice(0, 16)
  return {
    session: `__Host-latchkey-${siteHash}`,
    browser: `__Host-latchkey-${siteHash}-browser`,
  }
}

/** Reads the cookies of a site from the header `Cookie`. */
export function readSiteCookies(site: SignInSite, header: string | undefined): SiteCookies {
  const pairs = (header ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
  })
  const names = nameCookies(site)
  const read = (name: string): readonly string[] =>
    pairs.flatMap(([found, value]) => (found === name ? [value] : [])).slice(0, maxValues)
  return { sessions: read(names.session), browser: read(names.browser)[0] }
}

/** A cookie of a site, and what the browser is told about it. */
export interface SiteCookie {
  readonly kind: 'session' | 'browser'
  /** Undefined deletes the cookie. */
  readonly value: string | undefined
  readonly maxAgeSeconds: number
  /**
   * Whether the cookie is for pages of the gateway's own site (registrable domain). Otherwise it is
   * partitioned (CHIPS): the browser sends it to the gateway only below pages of the site on which
   * it was set.
   */
  readonly isSameSite: boolean
}

/** The header `Set-Cookie` for a cookie of a site. */
export function writeSiteCookie(
  site: SignInSite,
  { kind, value, maxAgeSeconds, isSameSite }: SiteCookie,
): string {
  return [
    `${nameCookies(site)[kind]}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${value === undefined ? 0 : Math.max(0, Math.floor(maxAgeSeconds))}`,
    'HttpOnly',
    'Secure',
    ...(isSameSite ? ['SameSite=Lax'] : ['SameSite=None', 'Partitioned']),
  ].join('; ')
}
