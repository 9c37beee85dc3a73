import { seedLength } from '../keys/split-seed.ts'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { makeSplit, type SplitRequest, type SplitResult } from './make-split.ts'
import type { Operation } from './message.ts'

/** Makes a new wallet: 32 bytes of the browser's randomness, split at once. */
export const createWallet: Operation<SplitRequest, SplitResult> = async (splitRequest) => {
  const entropy = crypto.getRandomValues(new Uint8Array(seedLength))
  try {
    return await makeSplit(entropy, null, splitRequest)
  } finally {
    wipeSecrets(entropy)
  }
}
