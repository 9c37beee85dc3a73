import type { Kit } from '@latchkey/core'

/** Whether coins can be bought: somebody names the sellers, and the owner wants it. */
export function canBuy(kit: Kit): boolean {
  return kit.options.gateway !== undefined && kit.options.features?.onramp !== false
}
