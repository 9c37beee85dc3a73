import { defaultSocials } from '@latchkey/protocol'
import type { KitFeatures } from '../machine/state.ts'
import type { RemoteFeature } from './features-query.ts'

/**
 * Merges the operator's features over the site owner's. A feature is off when it is missing in the
 * operator's list or its own list is empty; when its `config` is null, the page decides.
 * `overridden` names the features that the page had set otherwise.
 */
export function mergeFeatures(
  configuredFeatures: KitFeatures,
  remoteFeatures: readonly RemoteFeature[],
): { readonly features: KitFeatures; readonly overridden: readonly (keyof KitFeatures)[] } {
  const findRemote = (id: string): RemoteFeature =>
    remoteFeatures.find((one) => one.id === id) ?? { id, isEnabled: false, config: [] }
  /**
   * Returns the list that the gateway's operator configured for a feature; false when the feature
   * is off, null when the page decides.
   */
  const readList = (id: string): readonly string[] | false | null => {
    const { isEnabled, config } = findRemote(id)
    return isEnabled ? config && config.length > 0 && config : false
  }
  /**
   * Returns the operator's list for a feature like `readList`, but true for a list that contains
   * `*`, which means every provider of the gateway.
   */
  const providersOf = (id: string): readonly string[] | boolean | null => {
    const list = readList(id)
    return Array.isArray(list) && list.includes('*') ? true : list
  }
  const readFlag = (id: string): boolean | null => {
    const { isEnabled, config } = findRemote(id)
    return isEnabled && config === null ? null : isEnabled
  }
  const login = readList('social_login')
  const orderedSocials = login && defaultSocials.filter((one) => login.includes(one))
  const emailCaptureOptions = readList('email_capture')
  const definedFeatures: KitFeatures = Object.fromEntries(
    Object.entries({
      swaps: providersOf('swap'),
      onramp: providersOf('onramp'),
      pay: readFlag('fund_from_exchange'),
      activity: readFlag('activity'),
      multiWallet: readFlag('multi_wallet'),
      signIn: readFlag('sign_in'),
      emailCapture:
        emailCaptureOptions && (emailCaptureOptions.includes('required') ? ['required'] : true),
      email: login ? login.includes('email') : login,
      socials: orderedSocials && orderedSocials.length > 0 && orderedSocials,
    } satisfies { readonly [Name in keyof KitFeatures]: KitFeatures[Name] | null }).filter(
      ([, value]) => value !== null,
    ),
  )
  const overriddenNames = (Object.keys(definedFeatures) as (keyof KitFeatures)[]).filter(
    (name) =>
      configuredFeatures[name] !== undefined &&
      JSON.stringify(configuredFeatures[name]) !== JSON.stringify(definedFeatures[name]),
  )
  return { features: { ...configuredFeatures, ...definedFeatures }, overridden: overriddenNames }
}
