import type { SiwxRules } from '../create-rules.ts'

/** The values of the sign-in's two cookies; undefined when the request lacks one. */
export interface Cookies {
  /** Value of the cookie that stands for the session. */
  readonly session: string | undefined
  /** Value of the cookie that stands for the browser, to which challenges are bound. */
  readonly browser: string | undefined
}

/** The names of the cookies for session and browser. */
const namesOf = (siwx: SiwxRules) => ({
  session: siwx.cookie.name,
  browser: `${siwx.cookie.name}-browser`,
})

/** Reads the sign-in's two cookies from the headers of a request. */
export function readCookies(siwx: SiwxRules, headers: Headers): Cookies {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
  })
  const names = namesOf(siwx)
  const read = (name: string): string | undefined => pairs.find(([found]) => found === name)?.[1]
  return { session: read(names.session), browser: read(names.browser) }
}

/**
 * Returns the `set-cookie` header that sets a cookie until `expiresAt`; without `cookie`, the
 * header that deletes it.
 */
export function writeCookie(
  siwx: SiwxRules,
  kind: keyof Cookies,
  cookie: { readonly value: string; readonly expiresAt: number } | undefined,
): string {
  const { domain, isSecure } = siwx.cookie
  const seconds = cookie ? Math.max(0, Math.floor((cookie.expiresAt - siwx.now()) / 1000)) : 0
  return [
    `${namesOf(siwx)[kind]}=${cookie?.value ?? ''}`,
    'Path=/',
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    `Max-Age=${seconds}`,
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ')
}
