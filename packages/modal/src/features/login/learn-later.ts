import type { Kit } from '@latchkey/core'

/** Whether the operator's features change anything; false also when they cannot be read. */
export async function learnLater(kit: Kit): Promise<boolean> {
  if (!kit.options.gateway) return false
  return import('../../shared/learn.ts').then(({ learn }) => learn(kit)).catch(() => false)
}
