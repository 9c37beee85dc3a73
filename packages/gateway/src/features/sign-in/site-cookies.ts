import { createHash } from 'node:crypto'
import type { SignInSite } from '../../ports/sign-in-port.ts'

/** Maximum number of cookies with one name that are read; a browser sends two at most. */
const maxValues = 4

/**
 * Values of the two kinds of cookies that a site has: tokens of sessions, and the token of the
 * browser.
 */
export interface SiteCookies {
  /**
   * Tokens of sessions. A browser sends two when it has both a partitioned cookie and one for the
   * same site. Either of the two may be the valid one.
   */
  readonly sessions: readonly string[]
  /**
   * Token that identifies the browser, to which challenges are bound. The browser sends its cookie
   * back only where it keeps `SameSite=Lax` cookies of this gateway.
   */
  readonly browser: string | undefined
}

/**
 * Names of a site's cookies. Every site has its own names, so that visitors can be signed in to
 * several sites of one gateway at the same time, and no page uses the session of another page. The
 * prefix `__Host-` keeps subdomains and pages over HTTP from setting the cookies.
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

/** A cookie of a site, with its attributes. */
export interface SiteCookie {
  readonly kind: 'session' | 'browser'
  /** Value of the cookie; undefined deletes the cookie. */
  readonly value: string | undefined
  readonly maxAgeSeconds: number
  /**
   * Whether the cookie is for pages of the gateway's own site (registrable domain). Otherwise it is
   * partitioned (CHIPS): the browser sends it to the gateway only from pages within the site on
   * which the cookie was set.
   */
  readonly isSameSite: boolean
}

/** Builds the header `Set-Cookie` for a cookie of a site. */
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
