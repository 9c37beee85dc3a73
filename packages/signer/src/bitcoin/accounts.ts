import { p2tr, p2wpkh } from '@scure/btc-signer'
import { HDKey } from 'viem/accounts'
import { toHex } from '../family/bytes.ts'
import type { FamilyAddress } from '../family/family.ts'

/** One address of an account with its key. */
export interface BitcoinKey {
  readonly purpose: 'payment' | 'ordinals'
  readonly address: string
  /** Private key of 32 bytes. */
  readonly privateKey: Uint8Array
  /**
   * Public key of 33 bytes; for `ordinals` the x-only key of 32 bytes, without the Taproot tweak.
   */
  readonly publicKey: Uint8Array
  /** Output script of the address. */
  readonly script: Uint8Array
  readonly path: string
}

/** The local chain; `regtest` is Bitcoin Core's name. */
export const regtest: { bech32: string; pubKeyHash: number; scriptHash: number; wif: number } = {
  bech32: 'bcrt',
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  wif: 0xef,
}

/**
 * Payment (BIP-84, P2WPKH) and ordinals (BIP-86, P2TR) keys of an account, on the paths of test
 * networks.
 */
export function bitcoinKeys(
  seed: Uint8Array,
  account: number,
): { readonly payment: BitcoinKey; readonly ordinals: BitcoinKey } {
  const masterKey = HDKey.fromMasterSeed(seed)
  const deriveKeys = (path: string): { privateKey: Uint8Array; publicKey: Uint8Array } => {
    const { privateKey, publicKey } = masterKey.derive(path)
    if (!privateKey || !publicKey) throw new Error('the words give no key')
    return { privateKey, publicKey }
  }
  const paths = { payment: `m/84'/1'/0'/0/${account}`, ordinals: `m/86'/1'/0'/0/${account}` }
  const paymentKeys = deriveKeys(paths.payment)
  const ordinalsKeys = deriveKeys(paths.ordinals)
  const untweakedKey = ordinalsKeys.publicKey.slice(1)
  const segwit = p2wpkh(paymentKeys.publicKey, regtest)
  const taproot = p2tr(untweakedKey, undefined, regtest)
  return {
    payment: {
      ...paymentKeys,
      purpose: 'payment',
      address: segwit.address ?? '',
      script: segwit.script,
      path: paths.payment,
    },
    ordinals: {
      privateKey: ordinalsKeys.privateKey,
      publicKey: untweakedKey,
      purpose: 'ordinals',
      path: paths.ordinals,
      address: taproot.address ?? '',
      script: taproot.script,
    },
  }
}

/** The addresses of an account that the wallet shares with a site. */
export async function bitcoinAddresses(
  seed: Uint8Array,
  account: number,
): Promise<readonly FamilyAddress[]> {
  const { payment, ordinals } = bitcoinKeys(seed, account)
  return [payment, ordinals].map(({ purpose, address, publicKey, path }) => ({
    family: 'bitcoin',
    purpose,
    address,
    publicKey: toHex(publicKey),
    path,
  }))
}
