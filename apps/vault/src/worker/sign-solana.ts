import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { derivationPaths } from '../keys/derivation-paths.ts'
import { deriveEd } from '../keys/derive-ed.ts'
import { signSolana } from '../keys/sign-solana.ts'
import type { Operation } from './message.ts'
import type { SignInput } from './sign-input.ts'
import { signWithMasterSeed } from './sign-with.ts'
import { type SolanaSigned, solanaPayload } from './solana-payload.ts'

/**
 * Signs an approved request of the Solana account.
 * @throws what `signWith` and `solanaPayload` throw
 */
export const signForSolana: Operation<SignInput, SolanaSigned> = async (input, ask) => {
  const { bytes, answer } = solanaPayload(input.request, input.address)
  return signWithMasterSeed(input, ask, {
    derive: (master) => deriveEd(master, derivationPaths.solana),
    publicKeyOf: (key) => base58.encode(ed25519.getPublicKey(key)),
    sign: (key) => answer(bytes.map((message) => signSolana(message, key, input.publicKey))),
  })
}
