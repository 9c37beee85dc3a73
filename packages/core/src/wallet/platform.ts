import { isPhone } from './is-phone.ts'

/** What decides how a link is opened. */
export interface Platform {
  readonly isPhone: boolean
  /** Telegram's web view follows `https:` links only, and on Android decodes them once more. */
  readonly telegram: 'android' | 'other' | null
  /** Whether the page is in a frame: then an app's scheme must be opened by the outermost page. */
  readonly isFramed: boolean
}

/**
 * How this page opens links, as `walletLink` asks for it; only in a browser.
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
