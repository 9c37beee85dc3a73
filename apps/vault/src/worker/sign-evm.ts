import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { deriveSecp } from '../keys/derive-secp.ts'
import { paths } from '../keys/paths.ts'
import { signEvm } from '../keys/sign-evm.ts'
import { evmPayload } from './evm-payload.ts'
import type { Operation } from './message.ts'
import type { SignInput } from './sign-input.ts'
import { signWith } from './sign-with.ts'

/** Signs for Ethereum-like chains; a signature or a whole transaction, hex. @throws as `signWith` and `evmPayload` do */
export const signForEvm: Operation<SignInput, string> = async (input, ask) => {
  const payload = evmPayload(input.request, input.address)
  return signWith(input, ask, {
    derive: (master) => deriveSecp(master, paths.eip155),
    publicKeyOf: (key) => hex.encode(secp256k1.getPublicKey(key, true)),
    sign: (key) => signEvm(payload, key, input.publicKey),
  })
}
