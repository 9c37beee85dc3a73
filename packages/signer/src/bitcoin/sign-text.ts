import { RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { bytesToHex, sha256 } from 'viem'
import { sign } from 'viem/accounts'
import { toBase64 } from '../family/bytes.ts'
import type { BitcoinKey } from './accounts.ts'

const hashBytes = (bytes: Uint8Array): Uint8Array => sha256(bytes, 'bytes')
const joinBytes = (...chunks: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(chunks.flatMap((chunk) => [...chunk]))

/**
 * Signs in the format before BIP-322 and returns base64: a recoverable signature whose first byte
 * marks the address type P2WPKH (BIP-137, 39…42).
 */
export async function signEcdsa({ privateKey }: BitcoinKey, message: string): Promise<string> {
  const text = new TextEncoder().encode(message)
  const signedData = joinBytes(
    new TextEncoder().encode('\u0018Bitcoin Signed Message:\n'),
    encodeLength(text.length),
    text,
  )
  const signature = await sign({
    hash: bytesToHex(hashBytes(hashBytes(signedData))),
    privateKey: bytesToHex(privateKey),
  })
  const signatureHex = `${signature.r.slice(2).padStart(64, '0')}${signature.s.slice(2).padStart(64, '0')}`
  const bytes = signatureHex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return toBase64([39 + (signature.yParity ?? 0), ...bytes])
}

/**
 * Signs in BIP-322's "simple" format: the witness of a transaction that spends nothing real;
 * base64.
 */
export function signBip322(
  { script, privateKey, publicKey, purpose }: BitcoinKey,
  message: string,
): string {
  const messageTag = hashBytes(new TextEncoder().encode('BIP0322-signed-message'))
  const proof = joinBytes(
    Uint8Array.of(0, 32),
    hashBytes(joinBytes(messageTag, messageTag, new TextEncoder().encode(message))),
  )
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    lockTime: 0,
    witnesses: [],
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: proof, sequence: 0 }],
    outputs: [{ amount: 0n, script }],
  })
  const toSign = new Transaction({
    version: 0,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    lowR: true,
  } as object)
  toSign.addInput({
    txid: hashBytes(hashBytes(toSpend)).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(purpose === 'ordinals' && { tapInternalKey: publicKey }),
  })
  toSign.addOutput({ amount: 0n, script: Uint8Array.of(0x6a) })
  toSign.signIdx(privateKey, 0)
  toSign.finalize()
  return toBase64(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

/** Bitcoin's variable-length integer, up to 65 535. */
function encodeLength(length: number): Uint8Array {
  return length < 253 ? Uint8Array.of(length) : Uint8Array.of(253, length & 255, length >> 8)
}
