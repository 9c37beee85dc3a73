import type { AuthFeatures, Kit } from '@latchkey/core'
import type { Social } from '@latchkey/protocol'

/** The part of the page's window that is read. */
interface Surroundings {
  /** Present only in Telegram's web view. */
  readonly TelegramWebviewProxy?: unknown
  readonly navigator?: { readonly userAgent: string }
}

/**
 * The offered logins: those of the transport, without those that the features exclude, in the
 * features' order.
 */
export function listLogins(
  kit: Kit,
  auth: AuthFeatures,
  isPhone: boolean,
  page: Surroundings = globalThis,
): { readonly email: boolean; readonly socials: readonly Social[] } {
  const has = auth.ways.filter((way) => way !== 'email')
  const { email, socials = has } = kit.getState().features
  const wished = socials === false ? [] : socials.filter((one) => has.includes(one))
  const lost = lostHere(isPhone, page)
  return {
    email: email !== false && auth.ways.includes('email'),
    socials: wished.filter((one) => !lost.includes(one)),
  }
}

/**
 * Logins that cannot finish here: the provider's app takes them over, or the provider refuses
 * Telegram's web view.
 */
function lostHere(
  isPhone: boolean,
  { TelegramWebviewProxy, navigator }: Surroundings,
): readonly Social[] {
  const lost: readonly Social[] = isPhone ? ['facebook'] : []
  const agent = navigator?.userAgent ?? ''
  if (TelegramWebviewProxy === undefined) return lost
  if (/android/i.test(agent)) return [...lost, 'facebook', 'x']
  // A tablet of Apple identifies itself as a desktop.
  if (/iphone|ipad|ipod/i.test(agent) || (isPhone && /macintosh/i.test(agent)))
    return [...lost, 'google']
  return /macintosh/i.test(agent) ? [...lost, 'x'] : lost
}
