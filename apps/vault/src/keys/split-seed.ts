import { LatchkeyError } from '@latchkey/protocol'
import { combine, split } from 'shamir-secret-sharing'

/** Length of a seed's entropy in bytes. */
export const seedLength = 32
/** Length of a share in bytes: one more than the seed, for the share's x coordinate. */
export const shareLength = seedLength + 1

/** Three shares of a seed, any two of which are enough to rebuild it. The caller wipes them. */
export interface Shares {
  readonly device: Uint8Array
  readonly signIn: Uint8Array
  readonly recovery: Uint8Array
}

/**
 * Splits a seed into shares, any 2 of 3 of which are enough. The split is random, so shares of two
 * different splits do not fit together.
 */
export async function splitSeed(entropy: Uint8Array): Promise<Shares> {
  const [device, signIn, recovery] = await split(entropy, 3, 2)
  if (!device || !signIn || !recovery)
    throw new LatchkeyError('unknown', { reason: 'the split gave no three shares' })
  return { device, signIn, recovery }
}

/**
 * Joins two shares. Wrong shares give garbage without an error, so compare the public key before
 * any use. The caller wipes the result.
 * @throws LatchkeyError `wallet-unopenable` when the inputs are not two shares of this length
 */
export async function joinShares(
  firstShare: Uint8Array,
  secondShare: Uint8Array,
): Promise<Uint8Array> {
  if (firstShare.length !== shareLength || secondShare.length !== shareLength)
    throw new LatchkeyError('wallet-unopenable', { reason: 'a share has not its length' })
  try {
    return await combine([firstShare, secondShare])
  } catch (cause) {
    throw new LatchkeyError('wallet-unopenable', { reason: 'the shares are the same one', cause })
  }
}
