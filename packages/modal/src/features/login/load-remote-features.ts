import type { Kit } from '@latchkey/core'

/**
 * Asks the gateway for the operator's features; resolves when they are in the kit's state, or cannot
 * be read.
 */
export async function loadRemoteFeatures(kit: Kit): Promise<void> {
  if (!kit.options.gateway) return
  await import('../../shared/read-remote-features.ts')
    .then(({ readRemoteFeatures: learn }) => learn(kit))
    .catch(() => false)
}
