import { type Kit, learnFeatures } from '@latchkey/core'

/**
 * This module becomes a chunk of its own, because two chunks use it and pages without a gateway do
 * not need it.
 */
export function readRemoteFeatures(kit: Kit): Promise<boolean> {
  return learnFeatures(kit)
}
