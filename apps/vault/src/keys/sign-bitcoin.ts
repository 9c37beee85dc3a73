import { LatchkeyError } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { p2wpkh, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { hasSameBytes } from './has-same-bytes.ts'
import { signDigest } from './sign-digest.ts'

/**
 * What a Bitcoin account signs: a message, or inputs of a PSBT. `inputs` are all of this account,
 * and each is signed with SIGHASH_ALL.
 */
export type BitcoinPayload =
  | {
      readonly kind: 'message'
      readonly message: Uint8Array
      readonly protocol: 'ecdsa' | 'bip322'
    }
  | { readonly kind: 'psbt'; readonly psbt: Uint8Array; readonly inputs: readonly number[] }

const utf8 = new TextEncoder()
const hashBytes = (bytes: Uint8Array): Uint8Array => sha256(bytes)

/**
 * Signs a message (65 bytes by BIP-137, or the witness of BIP-322 "simple"), or adds this account's
 * signatures to a PSBT. Every signature is verified with the known public key.
 * @param publicKey - compressed point, hex
 * @throws LatchkeyError `wallet-unopenable`; `rpc-invalid-params` for an input that is not this
 *   account's
 */
export function signBitcoin(
  payload: BitcoinPayload,
  key: Uint8Array,
  publicKey: string,
): Uint8Array {
  const point = hex.decode(publicKey)
  const { script } = p2wpkh(point)
  const account = { key, point, script }
  if (payload.kind === 'psbt') {
    const transaction = readPsbt(payload.psbt)
    signInputs(transaction, payload.inputs, account)
    return transaction.toPSBT()
  }
  if (payload.protocol === 'bip322') return signBip322Simple(payload.message, account)
  const signedData = joinBytes(
    utf8.encode('\u0018Bitcoin Signed Message:\n'),
    encodeLength(payload.message.length),
    payload.message,
  )
  const { compactSignature: compact, recovery } = signDigest(
    hashBytes(hashBytes(signedData)),
    key,
    point,
  )
  // In BIP-137 a first byte of 39 or above marks a P2WPKH address.
  return Uint8Array.of(39 + recovery, ...compact)
}

interface Account {
  readonly key: Uint8Array
  readonly point: Uint8Array
  readonly script: Uint8Array
}

function readPsbt(psbt: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(psbt, {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
      lowR: true,
    })
  } catch (cause) {
    throw new LatchkeyError('rpc-invalid-params', {
      reason: 'psbt is not in the format of BIP-174',
      cause,
    })
  }
}

function signInputs(
  transaction: Transaction,
  inputs: readonly number[],
  { key, point, script }: Account,
): void {
  for (const index of inputs) {
    const {
      witnessUtxo,
      nonWitnessUtxo,
      index: output = 0,
      sighashType = 1,
    } = transaction.getInput(index)
    const coin = witnessUtxo ?? nonWitnessUtxo?.outputs[output]
    if (!coin || !hasSameBytes(coin.script, script) || sighashType !== 1)
      throw new LatchkeyError('rpc-invalid-params', {
        reason: `input ${index} is not this account's to sign`,
      })
    transaction.signIdx(key, index)
    const signature = transaction
      .getInput(index)
      .partialSig?.find(([by]) => hasSameBytes(by, point))?.[1]
    const digest = transaction.preimageWitnessV0(index, p2pkhScriptOf(script), 1, coin.amount)
    if (
      !signature ||
      !secp256k1.verify(signature.subarray(0, -1), digest, point, { prehash: false, format: 'der' })
    )
      throw new LatchkeyError('wallet-unopenable', { reason: 'the signature does not verify' })
  }
}

/**
 * Signs a message in BIP-322's "simple" form: the witness of a transaction that spends no real
 * output.
 */
function signBip322Simple(message: Uint8Array, account: Account): Uint8Array {
  const messageTag = hashBytes(utf8.encode('BIP0322-signed-message'))
  const messageScriptSig = joinBytes(
    Uint8Array.of(0, 32),
    hashBytes(joinBytes(messageTag, messageTag, message)),
  )
  const spentTransaction = RawTx.encode({
    version: 0,
    segwitFlag: false,
    lockTime: 0,
    witnesses: [],
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: messageScriptSig,
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script: account.script }],
  })
  const signedTransaction = new Transaction({
    version: 0,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    lowR: true,
  })
  const txid = hashBytes(hashBytes(spentTransaction)).reverse()
  signedTransaction.addInput({
    txid,
    index: 0,
    sequence: 0,
    witnessUtxo: { script: account.script, amount: 0n },
  })
  signedTransaction.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  signInputs(signedTransaction, [0], account)
  signedTransaction.finalize()
  return RawWitness.encode(signedTransaction.getInput(0).finalScriptWitness ?? [])
}

/**
 * The script that the signature of a P2WPKH input covers in place of the script of the output that
 * it spends (BIP-143).
 */
function p2pkhScriptOf(script: Uint8Array): Uint8Array {
  return joinBytes(Uint8Array.of(0x76, 0xa9, 0x14), script.subarray(2), Uint8Array.of(0x88, 0xac))
}

function joinBytes(...chunks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]))
}

/** Encodes a length, up to 65 535, as Bitcoin's variable-length integer. */
function encodeLength(length: number): Uint8Array {
  return length < 253 ? Uint8Array.of(length) : Uint8Array.of(253, length & 255, length >> 8)
}
