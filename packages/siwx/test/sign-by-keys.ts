import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { base64 } from '@scure/base'
import { RawWitness } from '@scure/btc-signer'
import { crypto, Transaction } from 'bitcoinjs-lib'

/**
 * Signs a text for a P2WSH multisig address, in BIP-322's simple format. bitcoinjs-lib makes the
 * transactions and their hash, so that they are independent of the code under test.
 * @param signers - indices of the keys that sign, in the order of their signatures in the witness
 */
export function signByKeys(
  payment: { readonly script: Uint8Array; readonly witnessScript?: Uint8Array },
  keys: readonly Uint8Array[],
  signers: readonly number[],
  message: string,
): string {
  const { script, witnessScript = new Uint8Array() } = payment
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const text = sha256(Uint8Array.of(...tag, ...tag, ...new TextEncoder().encode(message)))
  const toSpend = new Transaction()
  toSpend.version = 0
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.of(0, 32, ...text))
  toSpend.addOutput(script, 0n)
  const toSign = new Transaction()
  toSign.version = 0
  toSign.addInput(crypto.hash256(toSpend.toBuffer()), 0, 0)
  toSign.addOutput(Uint8Array.of(0x6a), 0n)
  const digest = toSign.hashForWitnessV0(0, witnessScript, 0n, Transaction.SIGHASH_ALL)
  const signatures = signers.map((at) => {
    const der = secp256k1.sign(digest, keys[at] ?? new Uint8Array()).toDERRawBytes()
    return Uint8Array.of(...der, Transaction.SIGHASH_ALL)
  })
  return base64.encode(RawWitness.encode([new Uint8Array(), ...signatures, witnessScript]))
}
