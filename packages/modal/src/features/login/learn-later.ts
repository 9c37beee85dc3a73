import type { Kit } from '@latchkey/core'

/**
 * Whether what the operator has switched on makes anything another; false, too, where nobody can
 * tell.
 */
export async function learnLater(kit: Kit): Promise<boolean> {
  if (!kit.options.gateway) return false
  return import('../../shared/learn.ts').then(({ learn }) => learn(kit)).catch(() => false)
}
