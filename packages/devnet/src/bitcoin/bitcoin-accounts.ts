import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { mnemonic } from '../evm/accounts.ts'

/** Address format of the devnet, which is that of Bitcoin's regtest. */
export const network: typeof TEST_NETWORK = { ...TEST_NETWORK, bech32: 'bcrt' }

/** One of the ten funded accounts of the mnemonic, by BIP-84, BIP-49 and BIP-86 (coin type 1). */
export interface BitcoinAccount {
  /** Address for payments: P2WPKH (`m/84'/1'/0'/0/i`). */
  readonly payment: string
  /** Nested SegWit address: P2SH-P2WPKH (`m/49'/1'/0'/0/i`). */
  readonly nested: string
  /**
   * Taproot address: P2TR (`m/86'/1'/0'/0/i`). It holds no coins, because the devnet does not
   * verify Taproot.
   */
  readonly ordinals: string
}

/** A private key derived from the mnemonic; it is no secret, because the mnemonic is public. */
export function deriveKeyAt(
  root: HDKey,
  path: string,
): { readonly secret: Uint8Array; readonly publicKey: Uint8Array } {
  const { privateKey, publicKey } = root.derive(path)
  if (!privateKey || !publicKey) throw new Error(`no key at ${path}`)
  return { secret: privateKey, publicKey }
}

/** Derives the BIP-32 root key of the devnet's mnemonic, which takes about a second. */
export function deriveDevnetRoot(): HDKey {
  return HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
}

/** Derives the devnet's ten Bitcoin accounts in order. */
export function deriveAccounts(root: HDKey): readonly BitcoinAccount[] {
  return Array.from({ length: 10 }, (_, i) => {
    const [payment, nested, ordinals] = [84, 49, 86].map(
      (purpose) => deriveKeyAt(root, `m/${purpose}'/1'/0'/0/${i}`).publicKey,
    )
    if (!payment || !nested || !ordinals) throw new Error('no keys')
    return {
      payment: p2wpkh(payment, network).address ?? '',
      nested: p2sh(p2wpkh(nested, network), network).address ?? '',
      ordinals: p2tr(ordinals.slice(1), undefined, network).address ?? '',
    }
  })
}
