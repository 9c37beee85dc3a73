import { LatchkeyError } from '@latchkey/protocol'
import type { WalletPublics } from '@latchkey/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { addressesOf, type WalletAddresses } from '../keys/addresses.ts'
import { type PublicKeys, publicKeysOf } from '../keys/public-keys.ts'
import { splitSeed } from '../keys/split-seed.ts'
import { wipe } from '../keys/wipe.ts'
import { masterOf } from '../keys/words.ts'
import { seal } from '../seal.ts'
import { hashOfKey, mostRecoveryKeys, packRecovery } from './recovery-share.ts'

/** A fresh split of a seed for one device. */
export interface SplitMade {
  readonly publics: PublicKeys
  readonly addresses: WalletAddresses
  /** For this device alone. */
  readonly device: Uint8Array
  /** For the gateway. */
  readonly signIn: Uint8Array
  /** The packed recovery share sealed to each of the keys, in their order, base64url. */
  readonly sealed: readonly string[]
  /** Where the operator recovers: the packed recovery share itself, for the gateway's key service. */
  readonly forOperator?: Uint8Array
  /** Of the recovery keys it was sealed to. */
  readonly hashes: readonly string[]
}

/** Recovery keys that a new split is sealed to: raw points, base64url. */
export interface RecoveryKeys {
  readonly keys: readonly string[]
  readonly byOperator: boolean
}

/**
 * Splits a seed anew.
 * @param known - public keys the seed must give; null for a seed just made
 * @throws LatchkeyError `wallet-unopenable` where the seed is another
 */
export async function makeSplit(
  entropy: Uint8Array,
  known: WalletPublics | null,
  { keys, byOperator }: RecoveryKeys,
): Promise<SplitMade> {
  const master = await masterOf(entropy)
  const publics = publicKeysOf(master)
  wipe(master)
  if (known) checkPublics(publics, known)
  if (keys.length > mostRecoveryKeys) throw new LatchkeyError('unknown', { reason: 'too many recovery keys' })
  const { device, signIn, recovery } = await splitSeed(entropy)
  const hashes = keys.map(hashOfKey)
  const packed = packRecovery(recovery, hashes)
  const sealed = await Promise.all(
    keys.map(async (key) => base64urlnopad.encode(await seal('recovery', base64urlnopad.decode(key), packed))),
  )
  wipe(recovery)
  if (!byOperator) wipe(packed)
  const made = { publics, addresses: addressesOf(publics), device, signIn, sealed, hashes }
  return byOperator ? { ...made, forOperator: packed } : made
}

/** @throws LatchkeyError `wallet-unopenable` where one differs */
export function checkPublics(made: WalletPublics, known: WalletPublics): void {
  if (made.eip155 !== known.eip155 || made.solana !== known.solana || made.bip122 !== known.bip122)
    throw new LatchkeyError('wallet-unopenable', { reason: 'the shares make another wallet' })
}
