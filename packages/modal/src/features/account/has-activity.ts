import type { Kit } from '@latchkey/core'

/**
 * Whether an account's history can be shown: there is a gateway, and the owner has the feature on.
 */
export function hasActivity(kit: Kit): boolean {
  return kit.options.gateway !== undefined && kit.getState().features.activity !== false
}
