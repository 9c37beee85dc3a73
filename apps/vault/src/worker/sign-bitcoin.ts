import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { derivationPaths } from '../keys/derivation-paths.ts'
import { deriveSecp } from '../keys/derive-secp.ts'
import { signBitcoin } from '../keys/sign-bitcoin.ts'
import { bitcoinPayload } from './bitcoin-payload.ts'
import type { Operation } from './message.ts'
import type { SignInput } from './sign-input.ts'
import { signWithMasterSeed } from './sign-with.ts'

/**
 * Result of signing: a message's signature, or a PSBT with this account's signatures. `final` is
 * the transaction in hex, when no signature is missing.
 */
export type BitcoinSigned =
  | { readonly signature: string }
  | { readonly psbt: string; readonly final?: string }

const mainnetChain = 'bip122:000000000019d6689c085ae165831e93'

/**
 * Signs an approved request of the Bitcoin account.
 * @throws what `signWith` and `bitcoinPayload` throw
 */
export const signForBitcoin: Operation<SignInput, BitcoinSigned> = async (input, ask) => {
  const payload = bitcoinPayload(input.request, input.address)
  const path =
    input.request.chain === mainnetChain ? derivationPaths.bip122 : derivationPaths.bip122Test
  return signWithMasterSeed(input, ask, {
    derive: (master) => deriveSecp(master, path),
    publicKeyOf: (key) => hex.encode(secp256k1.getPublicKey(key, true)),
    sign: (key) => {
      const signedBytes = signBitcoin(payload, key, input.publicKey)
      if (payload.kind === 'message') return { signature: base64.encode(signedBytes) }
      const finalTransactionHex = finalizeTransaction(signedBytes)
      return {
        psbt: base64.encode(signedBytes),
        ...(finalTransactionHex && { final: finalTransactionHex }),
      }
    },
  })
}

/** The final transaction in hex; undefined while signatures of other parties are missing. */
function finalizeTransaction(psbt: Uint8Array): string | undefined {
  try {
    const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
    transaction.finalize()
    return transaction.hex
  } catch {
    return undefined
  }
}
