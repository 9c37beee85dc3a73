import { createHmac, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import { getAddressDecoder } from '@solana/kit'
import { mnemonic } from '../evm/accounts.ts'

/** One of the ten funded accounts of the mnemonic (`m/44'/501'/i'/0'`, SLIP-10). */
export interface SolanaAccount {
  /** Base58 address. */
  readonly address: string
  /** Ed25519 seed of 32 bytes, which is public. */
  readonly seed: Uint8Array
}

/** Derives the devnet's ten Solana accounts in order. */
export function deriveSolanaAccounts(): readonly SolanaAccount[] {
  const root = deriveChild('ed25519 seed', pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'))
  return Array.from({ length: 10 }, (_, i) => {
    const { key } = [44, 501, i, 0].reduce(({ key, code }, index) => {
      const hardenedIndex = Buffer.alloc(4)
      hardenedIndex.writeUInt32BE(index + 0x80000000)
      return deriveChild(code, Buffer.concat([Buffer.alloc(1), key, hardenedIndex]))
    }, root)
    return { address: addressOf(key), seed: Uint8Array.from(key) }
  })
}

function deriveChild(
  code: string | Buffer,
  data: Buffer,
): { readonly key: Buffer; readonly code: Buffer } {
  const hmacDigest = createHmac('sha512', code).update(data).digest()
  return { key: hmacDigest.subarray(0, 32), code: hmacDigest.subarray(32) }
}

/**
 * Bytes that turn an Ed25519 seed into a PKCS#8 private key when they come before it (RFC 8410).
 */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

function addressOf(seed: Buffer): string {
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
  const spkiBytes = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return getAddressDecoder().decode(Uint8Array.from(spkiBytes.subarray(-32)))
}
