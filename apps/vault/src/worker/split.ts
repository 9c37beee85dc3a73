import type { WalletPublics } from '@latchkey/protocol/vault'
import { wipe } from '../keys/wipe.ts'
import { makeSplit, type RecoveryKeys, type SplitMade } from './make-split.ts'
import type { Operation } from './message.ts'
import { openByDevice } from './open-shares.ts'

export interface SplitInput extends RecoveryKeys {
  readonly device: Uint8Array
  readonly publics: WalletPublics
}

/** A new split for a device that has a share: when recovery keys come or go. @throws `wallet-unopenable` */
export const split: Operation<SplitInput, SplitMade> = async ({ device, publics, ...recovery }, ask) => {
  const entropy = await openByDevice(device, ask)
  try {
    return await makeSplit(entropy, publics, recovery)
  } finally {
    wipe(entropy)
  }
}
