import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { OutScript, RawTx, RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer'
import { type BitcoinAddress, hash160, isHashOf } from './bitcoin-address.ts'

type Raw = ReturnType<typeof RawTx.decode>

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)
const doubleHash = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
const hasSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i])
const opReturn = Uint8Array.of(0x6a)
const { ALL, DEFAULT } = SigHash

/**
 * What a signature gives to spend the virtual transaction's output: the input's script, its
 * witness, and the three fields of the transaction that the signer may choose.
 */
interface Solution {
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
  /** Fields of the signed transaction that BIP-322 lets the signer choose. */
  readonly version: number
  readonly lockTime: number
  readonly sequence: number
}

/**
 * Whether an address has signed a text by BIP-322: in the format "simple", which is the witness
 * alone, or "full", which is the whole virtual transaction. Proofs of funds are refused, because
 * they state more than that the signer controls the address. Time locks are accepted: they are part
 * of what is signed, and do not change whose key signed.
 * @param format - undefined when the signature has no prefix; then both formats are tried
 */
export function verifyBip322(
  address: BitcoinAddress,
  message: string,
  signature: { readonly bytes: Uint8Array; readonly format: 'smp' | 'ful' | undefined },
): boolean {
  const spent = toSpend(address.script, message)
  const { bytes, format } = signature
  const readers = [
    ...(format === 'ful' ? [] : [readSimple]),
    ...(format === 'smp' ? [] : [readFull]),
  ]
  return readers.some((read) => {
    try {
      const solution = read(bytes, spent, address)
      return solution !== undefined && isSolved(address, spent, solution)
    } catch {
      return false
    }
  })
}

/**
 * Returns the id of the virtual transaction `to_spend` of BIP-322, whose output the signer spends.
 */
function toSpend(script: Uint8Array, message: string): Uint8Array {
  const tag = sha256(encodeText('BIP0322-signed-message'))
  const hash = sha256(Uint8Array.of(...tag, ...tag, ...encodeText(message)))
  return doubleHash(
    RawTx.encode({
      version: 0,
      segwitFlag: false,
      inputs: [
        {
          txid: new Uint8Array(32),
          index: 0xffffffff,
          finalScriptSig: Uint8Array.of(0, 32, ...hash),
          sequence: 0,
        },
      ],
      outputs: [{ amount: 0n, script }],
      witnesses: [],
      lockTime: 0,
    }),
  ).reverse()
}

function readSimple(
  bytes: Uint8Array,
  _: Uint8Array,
  address: BitcoinAddress,
): Solution | undefined {
  // A P2PKH input has no witness, so a simple signature, which is a witness, cannot prove a P2PKH
  // address.
  if (address.type === 'pkh') return undefined
  const witness = RawWitness.decode(bytes)
  // To spend P2WPKH in P2SH, the input's script must hold the redeem script too. That script
  // follows from the public key, and a simple signature does not contain it.
  return { scriptSig: new Uint8Array(), witness, version: 0, lockTime: 0, sequence: 0 }
}

function readFull(
  bytes: Uint8Array,
  spent: Uint8Array,
  address: BitcoinAddress,
): Solution | undefined {
  const raw: Raw = RawTx.decode(bytes)
  const { inputs, outputs, version, lockTime, witnesses = [] } = raw
  const [input] = inputs
  const [output] = outputs
  if (inputs.length !== 1 || outputs.length !== 1 || !input || !output) return undefined
  const isVirtual =
    (version === 0 || version === 2) &&
    input.index === 0 &&
    hasSameBytes(input.txid, spent) &&
    output.amount === 0n &&
    hasSameBytes(output.script, opReturn)
  const witness = witnesses[0] ?? []
  const { finalScriptSig: scriptSig } = input
  // Script and witness must be empty where the address type does not use them. The input's script
  // of a P2SH address must be exactly one push: that of the redeem script.
  const isShaped =
    address.type === 'sh'
      ? scriptSig.length === 23 && hasSameBytes(scriptSig, redeemPush(witness[1]))
      : address.type === 'pkh' || scriptSig.length === 0
  const isWitnessShaped = address.type !== 'pkh' || witness.length === 0
  if (!isVirtual || !isShaped || !isWitnessShaped) return undefined
  return { scriptSig, witness, version, lockTime, sequence: input.sequence }
}

/**
 * The input's script that spends P2WPKH in P2SH: one push of the redeem script
 * `OP_0 <hash of the key>`.
 */
function redeemPush(publicKey: Uint8Array | undefined): Uint8Array {
  const hash = hash160(publicKey ?? new Uint8Array())
  return Script.encode([OutScript.encode({ type: 'wpkh', hash })])
}

function isSolved(address: BitcoinAddress, spent: Uint8Array, solution: Solution): boolean {
  const { version, lockTime, sequence } = solution
  const transaction = new Transaction({
    version,
    lockTime,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
  } as object)
  const { script } = address
  transaction.addInput({
    txid: spent,
    index: 0,
    sequence,
    witnessUtxo: { script, amount: 0n },
  })
  transaction.addOutput({ amount: 0n, script: opReturn })
  if (address.type === 'tr') return isSolvedByTaproot(address, transaction, solution)
  if (address.type === 'wsh') return isSolvedByKeys(address, transaction, solution)
  const [signature, publicKey, ...more] =
    address.type === 'pkh' ? Script.decode(solution.scriptSig) : solution.witness
  if (more.length > 0 || !(signature instanceof Uint8Array) || !(publicKey instanceof Uint8Array))
    return false
  if (!isHashOf(address, publicKey)) return false
  const keyScript = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) })
  const digest =
    address.type === 'pkh'
      ? legacyDigest(spent, script, solution)
      : transaction.preimageWitnessV0(0, keyScript, ALL, 0n)
  return isSignedBy(signature, digest, publicKey)
}

/**
 * Whether a witness proves a Taproot address: it must be exactly one signature by the output's key.
 * Spending by script and annexes are not supported.
 */
function isSolvedByTaproot(
  address: Extract<BitcoinAddress, { readonly type: 'tr' }>,
  transaction: Transaction,
  { witness }: Solution,
): boolean {
  const [signature] = witness
  if (witness.length !== 1 || !signature) return false
  const isDefault = signature.length === 64
  if (!isDefault && (signature.length !== 65 || signature[64] !== ALL)) return false
  const digest = transaction.preimageWitnessV1(0, [address.script], isDefault ? DEFAULT : ALL, [0n])
  return schnorr.verify(signature.slice(0, 64), digest, address.key)
}

/**
 * Whether a witness proves a P2WSH address: it must be an empty item, signatures in the order of
 * their keys, and a multisig script whose hash is in the address. Other scripts are not supported.
 */
function isSolvedByKeys(
  address: Extract<BitcoinAddress, { readonly type: 'wsh' }>,
  transaction: Transaction,
  { witness }: Solution,
): boolean {
  const script = witness.at(-1)
  const [dummy, ...signatures] = witness.slice(0, -1)
  if (!script || dummy?.length !== 0 || !hasSameBytes(sha256(script), address.hash)) return false
  const decoded = OutScript.decode(script)
  if (decoded.type !== 'ms' || signatures.length !== decoded.m) return false
  const digest = transaction.preimageWitnessV0(0, script, ALL, 0n)
  const left = [...signatures]
  for (const key of decoded.pubkeys) {
    const [next] = left
    if (next && isSignedBy(next, digest, key)) left.shift()
  }
  return left.length === 0
}

/** Whether a DER signature, followed by the hash type `SIGHASH_ALL`, is by a public key. */
function isSignedBy(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.at(-1) !== ALL) return false
  return secp256k1.verify(secp256k1.Signature.fromDER(signature.slice(0, -1)), digest, publicKey)
}

/**
 * The digest that a P2PKH signature signs: the hash of the transaction with the output's script in
 * its only input.
 */
function legacyDigest(
  spent: Uint8Array,
  script: Uint8Array,
  { version, lockTime, sequence }: Solution,
): Uint8Array {
  const encoded = RawTx.encode({
    version,
    segwitFlag: false,
    inputs: [{ txid: spent, index: 0, finalScriptSig: script, sequence }],
    outputs: [{ amount: 0n, script: opReturn }],
    witnesses: [],
    lockTime,
  })
  return doubleHash(Uint8Array.of(...encoded, ALL, 0, 0, 0))
}
