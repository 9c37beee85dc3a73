import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const cookieName = 'latchkey-browser'
const maxAgeSeconds = 3_600

/**
 * Reads the random id that the vault's windows have in this browser, from a cookie that scripts
 * cannot read and other hosts cannot set.
 */
export function readBrowserCookie(context: Context): string | undefined {
  const value = getCookie(context, cookieName, 'host')
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Sets the cookie with the browser id, or extends it for another hour. */
export function ensureBrowserCookie(context: Context): string {
  const browser = readBrowserCookie(context) ?? randomBytes(32).toString('base64url')
  // `SameSite=Lax` and not `Strict`: a provider's redirect back is a navigation from another site,
  // which must carry the cookie.
  setCookie(context, cookieName, browser, {
    prefix: 'host',
    secure: true,
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: maxAgeSeconds,
  })
  return browser
}
