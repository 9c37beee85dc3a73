import { LatchkeyError } from '@latchkey/protocol'
import { combine, split } from 'shamir-secret-sharing'

/** Bytes of a seed's entropy. */
export const seedLength = 32
/** A share is one byte longer: where on the line it lies. */
export const shareLength = seedLength + 1

/** Three shares of which any two make the seed. The caller wipes them. */
export interface Shares {
  readonly device: Uint8Array
  readonly signIn: Uint8Array
  readonly recovery: Uint8Array
}

/**
 * Splits a seed 2 of 3, over fresh randomness each time: shares of two splits do not fit each
 * other.
 */
export async function splitSeed(entropy: Uint8Array): Promise<Shares> {
  const [device, signIn, recovery] = await split(entropy, 3, 2)
  if (!device || !signIn || !recovery)
    throw new LatchkeyError('unknown', { reason: 'the split gave no three shares' })
  return { device, signIn, recovery }
}

/**
 * What two shares make. Wrong ones make garbage without an error: nothing may be done with it
 * before its public key was compared. The caller wipes it.
 * @throws LatchkeyError `wallet-unopenable` for what are no two shares of this length
 */
export async function joinShares(one: Uint8Array, other: Uint8Array): Promise<Uint8Array> {
  if (one.length !== shareLength || other.length !== shareLength)
    throw new LatchkeyError('wallet-unopenable', { reason: 'a share has not its length' })
  try {
    return await combine([one, other])
  } catch (cause) {
    throw new LatchkeyError('wallet-unopenable', { reason: 'the shares are the same one', cause })
  }
}
