import type { WalletPublics } from '@latchkey/protocol/vault'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { makeSplit, type SplitAsk, type SplitMade } from './make-split.ts'
import type { Operation } from './message.ts'
import { openByRecovery } from './open-shares.ts'

export interface RecoverInput extends SplitAsk {
  readonly publics: WalletPublics
}

/**
 * Makes a split for a device without a share, from the recovery share.
 * @throws `wallet-unopenable` | `recovery-failed`
 */
export const recoverWallet: Operation<RecoverInput, SplitMade> = async (
  { publics, ...wanted },
  ask,
) => {
  const { entropy, split } = await openByRecovery(ask)
  try {
    return await makeSplit(entropy, publics, wanted, split)
  } finally {
    wipeSecrets(entropy)
  }
}
