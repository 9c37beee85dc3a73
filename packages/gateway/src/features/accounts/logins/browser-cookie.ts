import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const name = 'latchkey-browser'
const maxAge = 3_600

/**
 * The random name of the vault's own windows in this browser, which no script reads and no other
 * host sets.
 */
export function readBrowser(context: Context): string | undefined {
  const value = getCookie(context, name, 'host')
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Names this browser, or keeps its name for another hour. */
export function nameBrowser(context: Context): string {
  const browser = readBrowser(context) ?? randomBytes(32).toString('base64url')
  // Lax: the way back from a provider is a navigation from another site.
  setCookie(context, name, browser, {
    prefix: 'host',
    secure: true,
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge,
  })
  return browser
}
