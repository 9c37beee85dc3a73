import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const cookieName = 'latchkey-browser'
const maxAgeSeconds = 3_600

/**
 * Reads the random id of the vault's windows in this browser: a cookie that scripts cannot read and
 * other hosts cannot set.
 */
export function readBrowserCookie(context: Context): string | undefined {
  const value = getCookie(context, cookieName, 'host')
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Sets the browser id, or extends it for another hour. */
export function ensureBrowserCookie(context: Context): string {
  const browser = readBrowserCookie(context) ?? randomBytes(32).toString('base64url')
  // SameSite=Lax: the return from a provider is a navigation from another site.
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
