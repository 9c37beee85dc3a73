import { isPhone } from './is-phone.ts'

/** The properties of the page and device that decide how a link to a wallet is opened. */
export interface Platform {
  readonly isPhone: boolean
  /**
   * Set inside Telegram, whose web view follows `https:` links only, and on Android decodes them
   * once more.
   */
  readonly telegram: 'android' | 'other' | null
  /**
   * Whether the page is in a frame. A link with an app's own scheme must then be opened by the
   * outermost page.
   */
  readonly isFramed: boolean
}

/**
 * Returns how this page opens links, which `walletLink` needs to know. Works only in a browser.
 * @param page the window to look at.
 *
 * @example
 * ```ts
 * import { readPlatform } from '@latchkey/core'
 *
 * const { isPhone, isFramed } = readPlatform()
 * ```
 */
export function readPlatform(page: Window = window): Platform {
  const isTelegram = 'TelegramWebviewProxy' in page
  const telegram = /android/i.test(page.navigator.userAgent) ? 'android' : 'other'
  return { isPhone: isPhone(), telegram: isTelegram ? telegram : null, isFramed: page.top !== page }
}
