import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript, p2pkh, p2sh, p2wpkh, SigHash, type Transaction } from '@scure/btc-signer'
import { isSameBytes } from '../encoding/bytes.ts'
import {
  answerError,
  openPsbt,
  requestError,
  type SpentOutput,
  spentOutputOf,
} from './open-psbt.ts'

/** Sighash names; Taproot writes ALL as `DEFAULT` too. */
export type Sighash = 'ALL' | 'NONE' | 'SINGLE' | 'ANYONECANPAY'

/**
 * Whether a signature with a given sighash byte is allowed; by default only one that covers the
 * whole transaction. A byte with ANYONECANPAY must also have ALL, NONE or SINGLE, and ANYONECANPAY
 * must be allowed.
 */
export function isAllowedSighash(
  byte: number,
  allowedSighashes: readonly Sighash[] = ['ALL'],
): boolean {
  if (byte === SigHash.DEFAULT) return allowedSighashes.includes('ALL')
  const baseSighash = (['ALL', 'NONE', 'SINGLE'] as const)[(byte & 0x1f) - 1]
  const isAnyoneCanPay = (byte & 0x80) !== 0
  if ((byte & 0x60) !== 0 || !baseSighash) return false
  return (
    (allowedSighashes.includes(baseSighash) || (isAnyoneCanPay && baseSighash === 'ALL')) &&
    (!isAnyoneCanPay || allowedSighashes.includes('ANYONECANPAY'))
  )
}

/**
 * Checks that the signature of an input can be verified: the input spends P2WPKH, P2SH-P2WPKH, or
 * P2TR by its key.
 * @throws `rpc-invalid-params` for any other input
 */
export function checkKind(transaction: Transaction, index: number): void {
  const spentOutput = spentOutputOf(transaction, index)
  if (!spentOutput) throw requestError(`input ${index} does not say what it spends`)
  const { type } = OutScript.decode(spentOutput.script)
  if (!['wpkh', 'sh', 'tr'].includes(type))
    throw requestError(`input ${index} is ${type}, which cannot be checked`)
}

/**
 * Checks the PSBT that a wallet signed: it must be the requested transaction, with a valid
 * signature on each of `inputs`.
 * @param requested - the PSBT that the wallet was asked to sign. The outputs that its inputs spend
 * are read from it, never from the wallet's answer.
 * @throws LatchkeyError `wallet-answer-invalid`
 */
export function checkSigned(
  requested: Transaction,
  answer: string,
  {
    inputs,
    allowed: allowedSighashes,
  }: { readonly inputs: readonly number[]; readonly allowed?: readonly Sighash[] | undefined },
): Transaction {
  const signedPsbt = openPsbt(answer, answerError)
  if (!isSameBytes(signedPsbt.toBytes(false, false), requested.toBytes(false, false)))
    throw answerError('the wallet signed another transaction')
  for (const index of inputs) {
    if (!isInputSigned(requested, signedPsbt, index, allowedSighashes))
      throw answerError(`input ${index} has no good signature`)
  }
  return signedPsbt
}

function isInputSigned(
  requested: Transaction,
  signedPsbt: Transaction,
  index: number,
  allowedSighashes?: readonly Sighash[],
): boolean {
  const spentOutput = spentOutputOf(requested, index)
  if (!spentOutput) return false
  const output = OutScript.decode(spentOutput.script)
  const { partialSig = [], tapKeySig, finalScriptWitness: final } = signedPsbt.getInput(index)
  if (output.type === 'tr') {
    const onlyWitnessItem = final?.length === 1 ? final[0] : undefined
    const signature = final ? onlyWitnessItem : tapKeySig
    return (
      signature !== undefined &&
      isTaprootProven(requested, index, {
        proof: signature,
        key: output.pubkey,
        allowed: allowedSighashes,
      })
    )
  }
  const signedPairs: readonly SignedPair[] = final ? readWitness(final) : partialSig
  return signedPairs.some(([key, signature]) =>
    isKeyHashProven(requested, index, {
      spent: spentOutput,
      key,
      proof: signature,
      allowed: allowedSighashes,
    }),
  )
}

type SignedPair = readonly [key: Uint8Array, proof: Uint8Array]

/**
 * Only a witness that consists of a signature and its key is read; an input with any other witness
 * counts as unsigned.
 */
function readWitness(witness: readonly Uint8Array[]): readonly SignedPair[] {
  const [signature, key] = witness
  return witness.length === 2 && signature && key ? [[key, signature]] : []
}

function isKeyHashProven(
  requested: Transaction,
  index: number,
  parameters: {
    readonly spent: SpentOutput
    readonly key: Uint8Array
    readonly proof: Uint8Array
    readonly allowed?: readonly Sighash[] | undefined
  },
): boolean {
  const { spent: spentOutput, key, proof: signature, allowed: allowedSighashes } = parameters
  try {
    const nestedScript = p2wpkh(key)
    if (
      ![nestedScript.script, p2sh(nestedScript).script].some((script) =>
        isSameBytes(script, spentOutput.script),
      )
    )
      return false
    const sighash = signature.at(-1) ?? 0
    if (sighash === SigHash.DEFAULT || !isAllowedSighash(sighash, allowedSighashes)) return false
    const digest = requested.preimageWitnessV0(
      index,
      p2pkh(key).script,
      sighash,
      spentOutput.amount,
    )
    return secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: 'der' })
  } catch {
    return false
  }
}

function isTaprootProven(
  requested: Transaction,
  index: number,
  parameters: {
    readonly proof: Uint8Array
    readonly key: Uint8Array
    readonly allowed?: readonly Sighash[] | undefined
  },
): boolean {
  const { proof: signature, key, allowed: allowedSighashes } = parameters
  try {
    const sighash = signature.length === 64 ? SigHash.DEFAULT : (signature[64] ?? 0)
    if (
      signature.length > 65 ||
      (signature.length === 65 && sighash === 0) ||
      !isAllowedSighash(sighash, allowedSighashes)
    )
      return false
    const spentOutputs = Array.from({ length: requested.inputsLength }, (_, i) =>
      spentOutputOf(requested, i),
    )
    const spentOutput = spentOutputs.filter((item) => item !== undefined)
    if (spentOutput.length < spentOutputs.length) return false
    const digest = requested.preimageWitnessV1(
      index,
      spentOutput.map(({ script }) => script),
      sighash,
      spentOutput.map(({ amount }) => amount),
    )
    return schnorr.verify(signature.slice(0, 64), digest, key)
  } catch {
    return false
  }
}
