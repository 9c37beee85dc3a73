import type { Kit } from '@latchkey/core'

/** Whether an account's past can be shown: somebody keeps it, and the owner wants it. */
export function hasActivity(kit: Kit): boolean {
  return kit.options.gateway !== undefined && kit.options.features?.activity !== false
}
