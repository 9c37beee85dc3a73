import type { Kit } from '@latchkey/core'
import { onrampNamespaces } from '@latchkey/protocol'

/**
 * Whether coins can be bought for the account that is shown: somebody names the sellers, the owner
 * wants it, and they sell for its family.
 */
export function canBuy(kit: Kit): boolean {
  const families: readonly string[] = onrampNamespaces
  const { namespace } = kit.getState()
  return (
    kit.options.gateway !== undefined &&
    kit.options.features?.onramp !== false &&
    families.includes(namespace)
  )
}
