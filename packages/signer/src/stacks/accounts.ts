import { getAddressFromPublicKey, privateKeyToPublic } from '@stacks/transactions'
import { HDKey } from 'viem/accounts'
import { toHex } from '../family/bytes.ts'
import type { FamilyAddress } from '../family/family.ts'

/** A Stacks account with its key. */
export interface StacksAccount {
  /** Address on test networks (`ST…`). */
  readonly address: string
  /** Compressed public key in hex, 33 bytes. */
  readonly publicKey: string
  /** Private key in hex: 32 bytes, followed by `01` because the public key is compressed. */
  readonly privateKey: string
  readonly path: string
}

/** The account on `m/44'/5757'/0'/0/i`, with the address version of test networks. */
export function stacksAccount(seed: Uint8Array, account: number): StacksAccount {
  const path = `m/44'/5757'/0'/0/${account}`
  const { privateKey: bytes } = HDKey.fromMasterSeed(seed).derive(path)
  if (!bytes) throw new Error('the words give no key')
  const privateKey = `${toHex(bytes)}01`
  const publicKey = String(privateKeyToPublic(privateKey))
  return { path, privateKey, publicKey, address: getAddressFromPublicKey(publicKey, 'testnet') }
}

/** The addresses of an account that the wallet shares with a site. */
export async function stacksAddresses(
  seed: Uint8Array,
  account: number,
): Promise<readonly FamilyAddress[]> {
  const { address, publicKey, path } = stacksAccount(seed, account)
  return [{ family: 'stacks', purpose: 'stacks', address, publicKey, path }]
}
