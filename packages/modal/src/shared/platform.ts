import { isPhone } from './is-phone.ts'

/** What decides how a link leaves the page. */
export interface Platform {
  readonly isPhone: boolean
  /** Telegram's web view honours `https:` links only, and decodes them once more on Android. */
  readonly telegram: 'android' | 'other' | null
  /** Inside a frame an app's scheme has to be opened by the outermost page. */
  readonly isFramed: boolean
}

export function readPlatform(page: Window = window): Platform {
  const isTelegram = 'TelegramWebviewProxy' in page
  const telegram = /android/i.test(page.navigator.userAgent) ? 'android' : 'other'
  return { isPhone: isPhone(), telegram: isTelegram ? telegram : null, isFramed: page.top !== page }
}
