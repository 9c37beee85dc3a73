import { LatchkeyError } from '@latchkey/protocol'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { deriveMasterSeed } from '../keys/words.ts'
import { payloadHash } from '../payload-hash.ts'
import type { AskSealedShares } from './message.ts'
import { openByDevice } from './open-shares.ts'
import type { SignInput } from './sign-input.ts'

/**
 * Rebuilds the seed for one signature. Before anything is signed, the request must be the approved
 * one, and the derived key the known one. An enclave or threshold signing would replace this
 * function.
 * @throws LatchkeyError `wallet-unopenable` | `request-not-allowed` for another request than the
 *   approved one
 */
export async function signWithMasterSeed<T>(
  input: SignInput,
  ask: AskSealedShares,
  family: {
    readonly derive: (master: Uint8Array) => Uint8Array
    readonly publicKeyOf: (key: Uint8Array) => string
    readonly sign: (key: Uint8Array) => T
  },
): Promise<T> {
  if ((await payloadHash(input.request)) !== input.payload)
    throw new LatchkeyError('request-not-allowed', { reason: 'another request than was approved' })
  const entropy = await openByDevice(input.device, ask)
  const master = await deriveMasterSeed(entropy)
  const key = family.derive(master)
  wipeSecrets(entropy, master)
  try {
    if (family.publicKeyOf(key) !== input.publicKey)
      throw new LatchkeyError('wallet-unopenable', { reason: 'the shares make another wallet' })
    return family.sign(key)
  } finally {
    wipeSecrets(key)
  }
}
