import type { AuthFeatures, Kit } from '@latchkey/core'
import type { Social } from '@latchkey/protocol'

/** The properties of the browser's `window` that this module reads. */
interface BrowserPage {
  /** A property that exists only in Telegram's web view. */
  readonly TelegramWebviewProxy?: unknown
  readonly navigator?: { readonly userAgent: string }
}

/**
 * The logins to offer, in the order of the owner's features: those that the transport supports and
 * the features do not turn off.
 */
export function listLogins(
  kit: Kit,
  auth: AuthFeatures,
  isPhone: boolean,
  page: BrowserPage = globalThis,
): { readonly email: boolean; readonly socials: readonly Social[] } {
  const offeredSocials = auth.ways.filter((way) => way !== 'email')
  const { email, socials = offeredSocials } = kit.getState().features
  const wantedSocials =
    socials === false ? [] : socials.filter((one) => offeredSocials.includes(one))
  const brokenSocials = findBrokenSocials(isPhone, page)
  return {
    email: email !== false && auth.ways.includes('email'),
    socials: wantedSocials.filter((one) => !brokenSocials.includes(one)),
  }
}

/**
 * Logins that cannot be completed in this browser, because the provider's app takes them over, or
 * the provider refuses Telegram's web view.
 */
function findBrokenSocials(
  isPhone: boolean,
  { TelegramWebviewProxy, navigator }: BrowserPage,
): readonly Social[] {
  const brokenSocials: readonly Social[] = isPhone ? ['facebook'] : []
  const userAgentText = navigator?.userAgent ?? ''
  if (TelegramWebviewProxy === undefined) return brokenSocials
  if (/android/i.test(userAgentText)) return [...brokenSocials, 'facebook', 'x']
  // An iPad identifies itself as a desktop Mac.
  if (/iphone|ipad|ipod/i.test(userAgentText) || (isPhone && /macintosh/i.test(userAgentText)))
    return [...brokenSocials, 'google']
  return /macintosh/i.test(userAgentText) ? [...brokenSocials, 'x'] : brokenSocials
}
