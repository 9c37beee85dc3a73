import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { getAddressFromPrivateKey, privateKeyToPublic } from '@stacks/transactions'
import { mnemonic } from '../evm/accounts.ts'

/** A funded account; its key is public. */
export interface StacksAccount {
  /** Address `ST…`, as on test networks. */
  readonly address: string
  /** Compressed public key, hex. */
  readonly publicKey: string
  /** Private key, hex: 32 bytes, and one byte (01) that marks a compressed public key. */
  readonly privateKey: string
}

/**
 * The first accounts of the usual test mnemonic, on the path of Stacks wallets
 * (`m/44'/5757'/0'/0/i`).
 */
export function stacksAccounts(count: number = 5): readonly StacksAccount[] {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
  return Array.from({ length: count }, (_, i) => {
    const { privateKey: bytes } = root.derive(`m/44'/5757'/0'/0/${i}`)
    if (!bytes) throw new Error('the words give no private key')
    const privateKey = `${Buffer.from(bytes).toString('hex')}01`
    const publicKey = String(privateKeyToPublic(privateKey))
    return { address: getAddressFromPrivateKey(privateKey, 'testnet'), publicKey, privateKey }
  })
}
