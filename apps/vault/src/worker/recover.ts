import type { WalletPublics } from '@latchkey/protocol/vault'
import { wipe } from '../keys/wipe.ts'
import { makeSplit, type RecoveryKeys, type SplitMade } from './make-split.ts'
import type { Operation } from './message.ts'
import { openByRecovery } from './open-shares.ts'
import { hashOfKey } from './recovery-share.ts'

export interface RecoverInput extends RecoveryKeys {
  readonly publics: WalletPublics
}

/**
 * A split for a device without a share, from the recovery share. Of `keys` only those are sealed to that the recovery
 * share itself names: one slipped into a database gets nothing. `sealed` has an empty text in the place of the others.
 * @throws `wallet-unopenable` | `recovery-failed`
 */
export const recover: Operation<RecoverInput, SplitMade> = async ({ publics, keys, byOperator }, ask) => {
  const { entropy, hashes } = await openByRecovery(ask)
  try {
    const known = keys.filter((key) => hashes.includes(hashOfKey(key)))
    const made = await makeSplit(entropy, publics, { keys: known, byOperator })
    return { ...made, sealed: keys.map((key) => made.sealed[known.indexOf(key)] ?? '') }
  } finally {
    wipe(entropy)
  }
}
