/**
 * Whether the page runs on a phone or a tablet, also on one that identifies itself as a desktop, so
 * that wallets are apps on this device. Works only in a browser.
 *
 * @example
 * ```ts
 * import { isPhone } from '@latchkey/core'
 *
 * const way = isPhone() ? 'a link' : 'a QR code'
 * ```
 */
export function isPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return (
    /android|iphone|ipad|ipod/i.test(userAgent) ||
    (/macintosh/i.test(userAgent) && maxTouchPoints > 1) ||
    matchMedia('(hover: none) and (pointer: coarse)').matches
  )
}
