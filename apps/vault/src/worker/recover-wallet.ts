import type { WalletPublics } from '@latchkey/protocol/vault'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { makeSplit, type SplitRequest, type SplitResult } from './make-split.ts'
import type { Operation } from './message.ts'
import { openByRecovery } from './open-shares.ts'

export interface RecoverInput extends SplitRequest {
  readonly publics: WalletPublics
}

/**
 * Makes a new split of the seed for a device that has no share, by means of the recovery share.
 * @throws `wallet-unopenable` | `recovery-failed`
 */
export const recoverWallet: Operation<RecoverInput, SplitResult> = async (
  { publics, ...splitRequest },
  ask,
) => {
  const { entropy, split } = await openByRecovery(ask)
  try {
    return await makeSplit(entropy, publics, splitRequest, split)
  } finally {
    wipeSecrets(entropy)
  }
}
