import { seedLength } from '../keys/split-seed.ts'
import { wipe } from '../keys/wipe.ts'
import { makeSplit, type RecoveryKeys, type SplitMade } from './make-split.ts'
import type { Operation } from './message.ts'

/** A new wallet: 32 bytes of the browser's randomness, split before anything else happens with them. */
export const create: Operation<RecoveryKeys, SplitMade> = async (recovery) => {
  const entropy = crypto.getRandomValues(new Uint8Array(seedLength))
  try {
    return await makeSplit(entropy, null, recovery)
  } finally {
    wipe(entropy)
  }
}
