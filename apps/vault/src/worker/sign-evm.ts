import { LatchkeyError } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { batchMethod, endingMethod, operationMethod } from '../decode/evm/smart-forms.ts'
import { evmAddress } from '../keys/addresses.ts'
import { derivationPaths } from '../keys/derivation-paths.ts'
import { deriveSecp } from '../keys/derive-secp.ts'
import { type EvmPayload, signEvm } from '../keys/sign-evm.ts'
import { smartAddress } from '../keys/smart-address.ts'
import { evmPayload } from './evm-payload.ts'
import type { Operation } from './message.ts'
import type { SignInput } from './sign-input.ts'
import { signWithMasterSeed } from './sign-with.ts'
import {
  batchPayload,
  contractPayload,
  endingPayload,
  type OperationSigned,
  operationPayload,
} from './smart-payload.ts'

/**
 * Signs for Ethereum-like chains: a message, a transaction, or a user operation. It signs for the
 * wallet's EOA and for the contract account derived from it; a request for any other account is
 * refused.
 * @throws what `signWith`, `evmPayload` and the payloads of contract accounts throw
 */
export const signForEvm: Operation<SignInput, string | OperationSigned> = async (input, ask) => {
  const { payload, answer } = payloadOfInput(input)
  return signWithMasterSeed(input, ask, {
    derive: (master) => deriveSecp(master, derivationPaths.eip155),
    publicKeyOf: (key) => hex.encode(secp256k1.getPublicKey(key, true)),
    sign: (key) => answer(signEvm(payload, key, input.publicKey)),
  })
}

function payloadOfInput(input: SignInput): {
  readonly payload: EvmPayload
  readonly answer: (signature: `0x${string}`) => string | OperationSigned
} {
  const { smart, request } = input
  const owner = evmAddress(hex.decode(input.publicKey))
  const keepSignature = (signature: string): string => signature
  const isInputAddress = (address: string): boolean =>
    input.address.toLowerCase() === address.toLowerCase()
  if (isInputAddress(owner)) {
    if (request.method === endingMethod)
      return { payload: endingPayload(input, owner), answer: keepSignature }
    const payload =
      request.method === batchMethod && smart
        ? batchPayload(input, smart, owner)
        : evmPayload(request, owner)
    return { payload, answer: keepSignature }
  }
  if (!smart || !isInputAddress(smartAddress(smart, owner)))
    throw new LatchkeyError('rpc-invalid-params', { reason: 'another account' })
  if (request.method !== operationMethod) return contractPayload(input, smart, owner)
  const { hash, payload } = operationPayload(input, smart, owner)
  return { payload, answer: (signature) => ({ signature, hash }) }
}
