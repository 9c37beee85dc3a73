import { seedLength } from '../keys/split-seed.ts'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { makeSplit, type SplitRequest, type SplitResult } from './make-split.ts'
import type { Operation } from './message.ts'

/** Makes a new wallet: a seed of 32 random bytes from the browser, which is split at once. */
export const createWallet: Operation<SplitRequest, SplitResult> = async (splitRequest) => {
  const entropy = crypto.getRandomValues(new Uint8Array(seedLength))
  try {
    return await makeSplit(entropy, null, splitRequest)
  } finally {
    wipeSecrets(entropy)
  }
}
