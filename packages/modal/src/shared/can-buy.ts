import type { Kit } from '@latchkey/core'
import { onrampNamespaces } from '@latchkey/protocol'

/**
 * Whether coins can be bought for the shown account: there is a gateway, the owner has the feature
 * on, and sellers support the account's family.
 */
export function canBuy(kit: Kit): boolean {
  const supportedNamespaces: readonly string[] = onrampNamespaces
  const { features, namespace } = kit.getState()
  return (
    kit.options.gateway !== undefined &&
    features.onramp !== false &&
    supportedNamespaces.includes(namespace)
  )
}
