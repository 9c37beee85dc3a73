import { inside } from '../src/machine/inside.ts'
import type { Kit } from '../src/machine/kit.ts'

/** The same kit and state, without what modules have kept for it: every cache is empty. */
export function withNothingKept(kit: Kit): Kit {
  return { ...kit, [inside]: { ...kit[inside] } }
}
