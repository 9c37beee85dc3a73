import { defaultSocials } from '@latchkey/protocol'
import type { KitOptions } from '../machine/kit.ts'
import type { RemoteFeature } from './features-query.ts'

type Features = NonNullable<KitOptions['features']>
type MergedFeatures = { -readonly [Name in keyof Features]: Features[Name] }

/**
 * The owner's features with the operator's over them: what the operator's list does not name is
 * off, a list of nothing is off, `config` null is left to the page. `overridden` names what the
 * page had said otherwise.
 */
export function mergeFeatures(
  local: Features,
  remote: readonly RemoteFeature[],
): { readonly features: Features; readonly overridden: readonly (keyof Features)[] } {
  const findRemote = (id: string): RemoteFeature =>
    remote.find((one) => one.id === id) ?? { id, isEnabled: false, config: [] }
  /** False where it is off, null where the page decides. */
  const listOf = (id: string): readonly string[] | false | null => {
    const { isEnabled, config } = findRemote(id)
    return isEnabled ? config && config.length > 0 && config : false
  }
  /** As a list, but that `*` stands for everyone the gateway asks. */
  const providersOf = (id: string): readonly string[] | boolean | null => {
    const list = listOf(id)
    return Array.isArray(list) && list.includes('*') ? true : list
  }
  const flagOf = (id: string): boolean | null => {
    const { isEnabled, config } = findRemote(id)
    return isEnabled && config === null ? null : isEnabled
  }
  const login = listOf('social_login')
  const named = login && defaultSocials.filter((one) => login.includes(one))
  const capture = listOf('email_capture')
  const told: MergedFeatures = Object.fromEntries(
    Object.entries({
      swaps: providersOf('swap'),
      onramp: providersOf('onramp'),
      pay: flagOf('fund_from_exchange'),
      activity: flagOf('activity'),
      emailCapture: capture && (capture.includes('required') ? ['required'] : true),
      email: login ? login.includes('email') : login,
      socials: named && named.length > 0 && named,
    } satisfies { readonly [Name in keyof Features]: Features[Name] | null }).filter(
      ([, value]) => value !== null,
    ),
  )
  const overridden = (Object.keys(told) as (keyof Features)[]).filter(
    (name) =>
      local[name] !== undefined && JSON.stringify(local[name]) !== JSON.stringify(told[name]),
  )
  return { features: { ...local, ...told }, overridden }
}
