import type { Hex, LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/** Derives accounts from a mnemonic (BIP-44, `m/44'/60'/0'/0/i`) or from one private key. */
export function deriveAccounts(
  source: { readonly mnemonic: string; readonly count?: number } | { readonly privateKey: Hex },
): readonly LocalAccount[] {
  if ('privateKey' in source) return [privateKeyToAccount(source.privateKey)]
  const { mnemonic, count = 1 } = source
  return Array.from({ length: count }, (_, addressIndex) =>
    mnemonicToAccount(mnemonic, { addressIndex }),
  )
}
