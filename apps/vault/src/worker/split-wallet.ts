import type { WalletPublics } from '@latchkey/protocol/vault'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { makeSplit, type SplitAsk, type SplitMade } from './make-split.ts'
import type { Operation } from './message.ts'
import { openByDevice } from './open-shares.ts'

export interface SplitInput extends SplitAsk {
  /** This device's share. */
  readonly device: Uint8Array
  readonly publics: WalletPublics
}

/**
 * Makes a new split for a device that has a share, when ways to recover are added or removed.
 * @throws `wallet-unopenable`
 */
export const splitWallet: Operation<SplitInput, SplitMade> = async (
  { device, publics, ...wanted },
  ask,
) => {
  const entropy = await openByDevice(device, ask)
  try {
    return await makeSplit(entropy, publics, wanted)
  } finally {
    wipeSecrets(entropy)
  }
}
