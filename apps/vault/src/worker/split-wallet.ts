import type { WalletPublics } from '@latchkey/protocol/vault'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { makeSplit, type SplitRequest, type SplitResult } from './make-split.ts'
import type { Operation } from './message.ts'
import { openByDevice } from './open-shares.ts'

export interface SplitInput extends SplitRequest {
  /** This device's share of the seed. */
  readonly device: Uint8Array
  readonly publics: WalletPublics
}

/**
 * Makes a new split of the seed for a device that already has a share, when ways to recover are
 * added or removed.
 * @throws `wallet-unopenable`
 */
export const splitWallet: Operation<SplitInput, SplitResult> = async (
  { device, publics, ...splitRequest },
  ask,
) => {
  const entropy = await openByDevice(device, ask)
  try {
    return await makeSplit(entropy, publics, splitRequest)
  } finally {
    wipeSecrets(entropy)
  }
}
