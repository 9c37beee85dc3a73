import { type Kit, learnFeatures } from '@latchkey/core'

/** A chunk of its own, because two chunks use it, and only with a gateway. */
export function learn(kit: Kit): Promise<boolean> {
  return learnFeatures(kit)
}
