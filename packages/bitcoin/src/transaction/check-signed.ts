import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript, p2pkh, p2sh, p2wpkh, SigHash, type Transaction } from '@scure/btc-signer'
import { isSameBytes } from '../encoding/bytes.ts'
import { badAnswer, badRequest, openPsbt, type Spent, spentOf } from './open-psbt.ts'

/** Sighash names; Taproot writes ALL as `DEFAULT` too. */
export type Sighash = 'ALL' | 'NONE' | 'SINGLE' | 'ANYONECANPAY'

/**
 * Whether a signature with this sighash byte is allowed; by default only one that covers the whole
 * transaction. ANYONECANPAY needs one of the others beside it.
 */
export function isAllowedSighash(byte: number, allowed: readonly Sighash[] = ['ALL']): boolean {
  if (byte === SigHash.DEFAULT) return allowed.includes('ALL')
  const base = (['ALL', 'NONE', 'SINGLE'] as const)[(byte & 0x1f) - 1]
  const isAnyone = (byte & 0x80) !== 0
  if ((byte & 0x60) !== 0 || !base) return false
  return (
    (allowed.includes(base) || (isAnyone && base === 'ALL')) &&
    (!isAnyone || allowed.includes('ANYONECANPAY'))
  )
}

/**
 * Checks that an input is of a kind whose signatures can be verified: P2WPKH, P2SH-P2WPKH, P2TR by
 * key. Throws `rpc-invalid-params` for any other.
 */
export function checkKind(transaction: Transaction, index: number): void {
  const spent = spentOf(transaction, index)
  if (!spent) throw badRequest(`input ${index} does not say what it spends`)
  const { type } = OutScript.decode(spent.script)
  if (!['wpkh', 'sh', 'tr'].includes(type))
    throw badRequest(`input ${index} is ${type}, which cannot be checked`)
}

/**
 * Checks a wallet's signed PSBT: it must be the requested transaction with a valid signature on
 * each of `inputs`.
 * @param asked - the PSBT given to the wallet; only its claims of what the inputs spend are used
 * @throws LatchkeyError `wallet-answer-invalid`
 */
export function checkSigned(
  asked: Transaction,
  answer: string,
  {
    inputs,
    allowed,
  }: { readonly inputs: readonly number[]; readonly allowed?: readonly Sighash[] | undefined },
): Transaction {
  const signed = openPsbt(answer, badAnswer)
  if (!isSameBytes(signed.toBytes(false, false), asked.toBytes(false, false)))
    throw badAnswer('the wallet signed another transaction')
  for (const index of inputs) {
    if (!isSigned(asked, signed, index, allowed))
      throw badAnswer(`input ${index} has no good signature`)
  }
  return signed
}

function isSigned(
  asked: Transaction,
  signed: Transaction,
  index: number,
  allowed?: readonly Sighash[],
): boolean {
  const spent = spentOf(asked, index)
  if (!spent) return false
  const output = OutScript.decode(spent.script)
  const { partialSig = [], tapKeySig, finalScriptWitness: final } = signed.getInput(index)
  if (output.type === 'tr') {
    const only = final?.length === 1 ? final[0] : undefined
    const proof = final ? only : tapKeySig
    return (
      proof !== undefined && provesTaproot(asked, index, { proof, key: output.pubkey, allowed })
    )
  }
  const pairs: readonly SignedPair[] = final ? readWitness(final) : partialSig
  return pairs.some(([key, proof]) => provesKeyHash(asked, index, { spent, key, proof, allowed }))
}

type SignedPair = readonly [key: Uint8Array, proof: Uint8Array]

/** A witness other than a signature and its key proves nothing. */
function readWitness(witness: readonly Uint8Array[]): readonly SignedPair[] {
  const [proof, key] = witness
  return witness.length === 2 && proof && key ? [[key, proof]] : []
}

function provesKeyHash(
  asked: Transaction,
  index: number,
  parameters: {
    readonly spent: Spent
    readonly key: Uint8Array
    readonly proof: Uint8Array
    readonly allowed?: readonly Sighash[] | undefined
  },
): boolean {
  const { spent, key, proof, allowed } = parameters
  try {
    const inner = p2wpkh(key)
    if (![inner.script, p2sh(inner).script].some((script) => isSameBytes(script, spent.script)))
      return false
    const sighash = proof.at(-1) ?? 0
    if (sighash === SigHash.DEFAULT || !isAllowedSighash(sighash, allowed)) return false
    const digest = asked.preimageWitnessV0(index, p2pkh(key).script, sighash, spent.amount)
    return secp256k1.verify(proof.slice(0, -1), digest, key, { prehash: false, format: 'der' })
  } catch {
    return false
  }
}

function provesTaproot(
  asked: Transaction,
  index: number,
  parameters: {
    readonly proof: Uint8Array
    readonly key: Uint8Array
    readonly allowed?: readonly Sighash[] | undefined
  },
): boolean {
  const { proof, key, allowed } = parameters
  try {
    const sighash = proof.length === 64 ? SigHash.DEFAULT : (proof[64] ?? 0)
    if (
      proof.length > 65 ||
      (proof.length === 65 && sighash === 0) ||
      !isAllowedSighash(sighash, allowed)
    )
      return false
    const all = Array.from({ length: asked.inputsLength }, (_, i) => spentOf(asked, i))
    const spent = all.filter((one) => one !== undefined)
    if (spent.length < all.length) return false
    const digest = asked.preimageWitnessV1(
      index,
      spent.map(({ script }) => script),
      sighash,
      spent.map(({ amount }) => amount),
    )
    return schnorr.verify(proof.slice(0, 64), digest, key)
  } catch {
    return false
  }
}
