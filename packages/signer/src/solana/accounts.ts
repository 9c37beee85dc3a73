import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getBase58Encoder,
} from '@solana/kit'
import { toHex } from '../family/bytes.ts'
import type { FamilyAddress } from '../family/family.ts'

/** A Solana account with its key. */
export interface SolanaAccount {
  readonly address: string
  readonly keys: CryptoKeyPair
}

const hardenedOffset = 0x80000000

/** The account on `m/44'/501'/i'/0'` (SLIP-10 for ed25519: every step hardened). */
export async function solanaAccount(seed: Uint8Array, account: number): Promise<SolanaAccount> {
  const path = [44, 501, account, 0]
  const rootNode = await computeHmac(new TextEncoder().encode('ed25519 seed'), seed)
  const derivedNode = await path.reduce<Promise<Uint8Array>>(async (parent, step) => {
    const parentNode = await parent
    const data = new Uint8Array(37)
    data.set(parentNode.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, hardenedOffset + step)
    return computeHmac(parentNode.subarray(32), data)
  }, Promise.resolve(rootNode))
  const keys = await createKeyPairFromPrivateKeyBytes(derivedNode.slice(0, 32))
  return { keys, address: await getAddressFromPublicKey(keys.publicKey) }
}

/** The addresses of an account that the wallet shares with a site. */
export async function solanaAddresses(
  seed: Uint8Array,
  account: number,
): Promise<readonly FamilyAddress[]> {
  const { address } = await solanaAccount(seed, account)
  const publicKey = toHex(getBase58Encoder().encode(address) as Uint8Array)
  return [
    { family: 'solana', purpose: 'account', address, publicKey, path: `m/44'/501'/${account}'/0'` },
  ]
}

async function computeHmac(key: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  const hmacAlgorithm = { name: 'HMAC', hash: 'SHA-512' }
  const hmacKey = await crypto.subtle.importKey('raw', key.slice(), hmacAlgorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', hmacKey, data.slice()))
}
