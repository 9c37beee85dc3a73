import type { AuthFeatures, Kit } from '@latchkey/core'
import type { Social } from '@latchkey/protocol'

/** What the owner offers: what the transport has, less what the features say no to, in the features' order. */
export function offered(
  kit: Kit,
  auth: AuthFeatures,
  isPhone: boolean,
): { readonly email: boolean; readonly socials: readonly Social[] } {
  const { email, socials } = kit.options.features ?? {}
  const has = auth.ways.filter((way) => way !== 'email')
  const wished = socials === undefined ? has : socials === false ? [] : socials.filter((one) => has.includes(one))
  return {
    email: email !== false && auth.ways.includes('email'),
    // Its app takes the sign-in over on phones, and never hands it back.
    socials: wished.filter((one) => !(isPhone && one === 'facebook')),
  }
}
