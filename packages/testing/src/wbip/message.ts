import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import {
  Address,
  OutScript,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  RawTx,
  RawWitness,
  SigHash,
  Transaction,
} from '@scure/btc-signer'
import { sha256 as viemSha256 } from 'viem'
import { fromBase64, toBase64 } from './bytes.ts'

type Network = {
  readonly bech32: string
  readonly pubKeyHash: number
  readonly scriptHash: number
  readonly wif: number
}
export type BitcoinKind = 'p2wpkh' | 'p2sh' | 'p2tr'

const sha256 = (bytes: Uint8Array) => viemSha256(bytes, 'bytes')
const encodeText = (value: string) => new TextEncoder().encode(value)
const joinBytes = (...chunks: readonly Uint8Array[]) =>
  Uint8Array.from(chunks.flatMap((chunk) => [...chunk]))
const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes))
const opReturnScript = Uint8Array.of(0x6a)

/** The address of a key, with the data that is needed to sign for it. */
export function bitcoinPayment(
  kind: BitcoinKind,
  publicKey: Uint8Array,
  network: Network,
): { readonly address?: string; readonly script: Uint8Array; readonly redeemScript?: Uint8Array } {
  if (kind === 'p2tr') return p2tr(publicKey.slice(1), undefined, network)
  return kind === 'p2sh' ? p2sh(p2wpkh(publicKey, network), network) : p2wpkh(publicKey, network)
}

/** The virtual transaction whose signature BIP-322 uses as the signature of a message. */
function toSign(script: Uint8Array, message: string, extra: object = {}): Transaction {
  const messageTag = sha256(encodeText('BIP0322-signed-message'))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: joinBytes(
          Uint8Array.of(0, 32),
          sha256(joinBytes(messageTag, messageTag, encodeText(message))),
        ),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  })
  const transaction = new Transaction({
    version: 0,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    lowR: true,
  } as object)
  const txid = doubleSha256(toSpend).reverse()
  transaction.addInput({
    txid,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...extra,
  })
  transaction.addOutput({ amount: 0n, script: opReturnScript })
  return transaction
}

/**
 * Signs a message in BIP-322's "simple" format: the witness of a transaction that spends nothing,
 * base64.
 */
export function signBip322(
  kind: BitcoinKind,
  key: Uint8Array,
  network: Network,
  message: string,
): string {
  const publicKey = secp256k1.getPublicKey(key, true)
  const payment = bitcoinPayment(kind, publicKey, network)
  const transaction = toSign(payment.script, message, extraInputFields(kind, publicKey, network))
  transaction.signIdx(key, 0)
  transaction.finalize()
  return toBase64(RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? []))
}

/** The additional fields that a PSBT input needs before it can be signed. */
function extraInputFields(kind: BitcoinKind, publicKey: Uint8Array, network: Network): object {
  if (kind === 'p2tr') return { tapInternalKey: publicKey.slice(1) }
  return kind === 'p2sh' ? { redeemScript: p2wpkh(publicKey, network).script } : {}
}

const magicHash = (message: string) => {
  const messageBytes = encodeText(message)
  const length =
    messageBytes.length < 253
      ? Uint8Array.of(messageBytes.length)
      : Uint8Array.of(253, messageBytes.length & 255, messageBytes.length >> 8)
  return doubleSha256(
    joinBytes(encodeText('\u0018Bitcoin Signed Message:\n'), length, messageBytes),
  )
}
const headers = { p2wpkh: 39, p2sh: 35, p2tr: 31 } as const

/**
 * Signs a message in the format that was usual before BIP-322: a recoverable signature whose first
 * byte tells the address type (BIP-137), base64.
 */
export function signEcdsa(kind: BitcoinKind, key: Uint8Array, message: string): string {
  const signature = secp256k1.sign(magicHash(message), key)
  return toBase64(
    joinBytes(Uint8Array.of(headers[kind] + signature.recovery), signature.toCompactRawBytes()),
  )
}

/**
 * Whether a signature in BIP-322's or BIP-137's format proves that an address signed a message. The
 * check does not use the signing code.
 */
export function isBitcoinSignature(
  address: string,
  network: Network,
  message: string,
  signature: string,
): boolean {
  try {
    const bytes = fromBase64(signature)
    return bytes.length === 65
      ? provesEcdsa(address, network, message, bytes)
      : provesBip322(address, network, message, bytes)
  } catch {
    return false
  }
}

function provesEcdsa(
  address: string,
  network: Network,
  message: string,
  bytes: Uint8Array,
): boolean {
  const recoveryBit = ((bytes[0] ?? 0) - 27) % 4
  const publicKey = secp256k1.Signature.fromCompact(bytes.slice(1))
    .addRecoveryBit(recoveryBit)
    .recoverPublicKey(magicHash(message))
    .toRawBytes(true)
  return (['p2wpkh', 'p2sh', 'p2tr'] as const).some(
    (kind) => bitcoinPayment(kind, publicKey, network).address === address,
  )
}

function provesBip322(
  address: string,
  network: Network,
  message: string,
  bytes: Uint8Array,
): boolean {
  const output = Address(network).decode(address)
  const script = OutScript.encode(output)
  const witness = RawWitness.decode(bytes)
  if (output.type === 'tr') {
    const [proof] = witness
    const digest = toSign(script, message).preimageWitnessV1(0, [script], SigHash.DEFAULT, [0n])
    return (
      witness.length === 1 && proof?.length === 64 && schnorr.verify(proof, digest, output.pubkey)
    )
  }
  const [proof, publicKey] = witness
  if (witness.length !== 2 || !proof || !publicKey) return false
  const kind = output.type === 'sh' ? 'p2sh' : 'p2wpkh'
  if (bitcoinPayment(kind, publicKey, network).address !== address) return false
  const digest = toSign(script, message).preimageWitnessV0(
    0,
    p2pkh(publicKey).script,
    SigHash.ALL,
    0n,
  )
  return (
    proof.at(-1) === SigHash.ALL &&
    secp256k1.verify(secp256k1.Signature.fromDER(proof.slice(0, -1)), digest, publicKey)
  )
}
