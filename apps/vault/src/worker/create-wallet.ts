import { seedLength } from '../keys/split-seed.ts'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { makeSplit, type SplitAsk, type SplitMade } from './make-split.ts'
import type { Operation } from './message.ts'

/** Makes a new wallet: 32 bytes of the browser's randomness, split at once. */
export const createWallet: Operation<SplitAsk, SplitMade> = async (ask) => {
  const entropy = crypto.getRandomValues(new Uint8Array(seedLength))
  try {
    return await makeSplit(entropy, null, ask)
  } finally {
    wipeSecrets(entropy)
  }
}
