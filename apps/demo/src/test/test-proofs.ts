import { createHash, createPublicKey, verify } from 'node:crypto'
import { getBase58Encoder } from '@solana/kit'
import { publicKeyFromSignatureRsv, publicKeyToAddress } from '@stacks/transactions'
import { crypto, payments, Transaction } from 'bitcoinjs-lib'
import { type Hex, recoverPublicKey, verifyMessage } from 'viem'

/** Bitcoin's local network in the form of bitcoinjs-lib. */
export const regtest = {
  messagePrefix: '',
  bech32: 'bcrt',
  bip32: { public: 0x043587cf, private: 0x04358394 },
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  wif: 0xef,
}
const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`

/**
 * Whether an account (CAIP-10) of a family has signed `message`; checked by OpenSSL, viem,
 * bitcoinjs-lib and @stacks/transactions.
 */
export function isSigned(
  account: string,
  message: string,
  signature: string,
): Promise<boolean> | boolean {
  const [family = '', , address = ''] = account.split(':')
  if (family === 'eip155')
    return verifyMessage({ address: address as Hex, message, signature: signature as Hex })
  if (family === 'solana') return isSignedOnSolana(address, message, signature)
  if (family === 'bip122') return isSignedOnBitcoin(address, message, signature)
  return isSignedOnStacks(address, message, signature)
}

function isSignedOnSolana(address: string, message: string, signature: string): boolean {
  const bytes = (text: string) => Uint8Array.from(getBase58Encoder().encode(text))
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes(address)).toString('base64url') }
  return verify(
    null,
    Buffer.from(message),
    createPublicKey({ format: 'jwk', key: jwk }),
    bytes(signature),
  )
}

function isSignedOnStacks(address: string, message: string, signature: string): boolean {
  const text = Buffer.from(message)
  const head = Buffer.from('\u0017Stacks Signed Message:\n')
  const hash = createHash('sha256')
    .update(Buffer.concat([head, Buffer.of(text.length), text]))
    .digest('hex')
  return publicKeyToAddress(publicKeyFromSignatureRsv(hash, signature), 'testnet') === address
}

/** BIP-137 (65 bytes) or BIP-322 (a witness), by a P2WPKH address. */
async function isSignedOnBitcoin(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64')
  const { hash, r, s, parities, told } =
    bytes.length === 65 ? readOld(message, bytes) : readWitness(address, message, bytes)
  for (const yParity of parities) {
    const key = Buffer.from(
      (await recoverPublicKey({ hash, signature: { r, s, yParity } })).slice(4),
      'hex',
    )
    const pubkey = Buffer.concat([Buffer.of(2 + ((key[63] ?? 0) & 1)), key.subarray(0, 32)])
    if (told && !told.equals(pubkey)) continue
    if (payments.p2wpkh({ pubkey, network: regtest }).address === address) return true
  }
  return false
}

function readOld(message: string, bytes: Buffer) {
  const text = Buffer.from(message)
  const hash = crypto.hash256(
    Buffer.concat([Buffer.from('\u0018Bitcoin Signed Message:\n'), Buffer.of(text.length), text]),
  )
  const parities = [((bytes[0] ?? 0) - 27) & 1]
  return {
    hash: hex(hash),
    r: hex(bytes.subarray(1, 33)),
    s: hex(bytes.subarray(33)),
    parities,
    told: undefined,
  }
}

function readWitness(address: string, message: string, bytes: Buffer) {
  const script = payments.p2wpkh({ address, network: regtest }).output ?? new Uint8Array()
  const tag = createHash('sha256').update('BIP0322-signed-message').digest()
  const digest = createHash('sha256')
    .update(Buffer.concat([tag, tag, Buffer.from(message)]))
    .digest()
  const toSpend = new Transaction()
  toSpend.version = 0
  toSpend.addInput(new Uint8Array(32), 0xffffffff, 0, Buffer.concat([Buffer.of(0, 32), digest]))
  toSpend.addOutput(script, 0n)
  const toSign = new Transaction()
  toSign.version = 0
  toSign.addInput(toSpend.getHash(), 0, 0)
  toSign.addOutput(Buffer.of(0x6a), 0n)
  const length = bytes[1] ?? 0
  const der = bytes.subarray(2, 2 + length)
  const told = bytes.subarray(3 + length)
  const code = payments.p2pkh({ pubkey: told, network: regtest }).output ?? new Uint8Array()
  const hash = toSign.hashForWitnessV0(0, code, 0n, Transaction.SIGHASH_ALL)
  // DER: 30 length 02 length r 02 length s; the last byte is the sighash.
  const rLength = der[3] ?? 0
  const number = (part: Buffer): Hex =>
    `0x${part.toString('hex').replace(/^00/, '').padStart(64, '0')}`
  const r = number(der.subarray(4, 4 + rLength))
  const s = number(der.subarray(6 + rLength, -1))
  return { hash: hex(hash), r, s, parities: [0, 1], told }
}
