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

/** What proves an address: the input's script and its witness. */
interface Solution {
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
  /** What a signer may choose in the transaction that is signed. */
  readonly version: number
  readonly lockTime: number
  readonly sequence: number
}

/**
 * Whether an address has signed a text by BIP-322 in the format "simple", the witness alone, or
 * "full", the whole transaction that spends nothing. Proofs of funds are refused: they say something
 * else than "I am this address". A time lock is part of what is signed, and says nothing about whose
 * key it was.
 * @param format - undefined when the signature has no prefix: both are tried
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

/** Id of the virtual transaction whose output the signer spends. */
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
  // P2PKH has no witness, so this format cannot hold its signature.
  if (address.type === 'pkh') return undefined
  const witness = RawWitness.decode(bytes)
  // The witness of P2WPKH in P2SH is complete with the script that the address is the hash of. It
  // follows from the key, and a simple signature does not repeat it.
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
  // What the kind of address does not use must be empty, and the script of P2SH is its only push.
  const isShaped =
    address.type === 'sh'
      ? scriptSig.length === 23 && hasSameBytes(scriptSig, redeemPush(witness[1]))
      : address.type === 'pkh' || scriptSig.length === 0
  const isWitnessShaped = address.type !== 'pkh' || witness.length === 0
  if (!isVirtual || !isShaped || !isWitnessShaped) return undefined
  return { scriptSig, witness, version, lockTime, sequence: input.sequence }
}

/** The push of `OP_0 <hash of the key>`, by which P2SH shows P2WPKH. */
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

/** The witness is one signature by the output's key; scripts and annexes are not read. */
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
 * The witness is an empty item, signatures, and the script that the address is the hash of: some of
 * several keys, in their order. Other scripts are not read.
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

/** Whether a signature in DER, with the mark of what it signs behind it, is by a key. */
function isSignedBy(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.at(-1) !== ALL) return false
  return secp256k1.verify(secp256k1.Signature.fromDER(signature.slice(0, -1)), digest, publicKey)
}

/** What P2PKH signs: the transaction with the output's script in its only input. */
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
