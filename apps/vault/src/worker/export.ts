import type { WalletPublics } from '@latchkey/protocol/vault'
import { base58, base64urlnopad, hex } from '@scure/base'
import { WIF } from '@scure/btc-signer'
import { derivationPaths } from '../keys/derivation-paths.ts'
import { deriveEd } from '../keys/derive-ed.ts'
import { deriveSecp } from '../keys/derive-secp.ts'
import { publicKeysOfMaster } from '../keys/public-keys.ts'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { deriveMasterSeed, toMnemonic } from '../keys/words.ts'
import { sealSecret } from '../seal.ts'
import { checkPublicKeys } from './make-split.ts'
import type { Operation } from './message.ts'
import { openByDevice, openWithoutSignIn } from './open-shares.ts'

export interface ExportInput {
  readonly publics: WalletPublics
  /** This device's share of the seed. */
  readonly device: Uint8Array
  /**
   * Whether nobody is signed in, so that the recovery share is used instead of the gateway's share.
   */
  readonly isWayOut?: boolean
  /** Public key of the window that gets the keys: raw P-256 point, base64url. */
  readonly sealTo: string
}

/**
 * The exported keys, in the formats that other wallets import. They are sealed as JSON in UTF-8.
 */
export interface ExportedWallet {
  readonly words: string
  readonly keys: {
    /** Private key of the Ethereum-like account, hex with 0x. */
    readonly eip155: string
    /** Solana's secret key followed by its public key: 64 bytes in base58. */
    readonly solana: string
    /**
     * Private key of the Bitcoin account in wallet import format (WIF), for a compressed public key
     * on mainnet.
     */
    readonly bip122: string
  }
}

/**
 * Exports seed words and private keys, sealed (purpose `export`) to the key of the vault's own
 * window: base64url. Not even the frame that runs this worker can read them.
 * @throws `wallet-unopenable`
 */
export const exportWallet: Operation<ExportInput, string> = async (
  { publics, device, isWayOut, sealTo },
  ask,
) => {
  const entropy = await (isWayOut ? openWithoutSignIn(device, ask) : openByDevice(device, ask))
  const master = await deriveMasterSeed(entropy)
  checkPublicKeys(publicKeysOfMaster(master), publics)
  const [evm, ed, btc] = [
    deriveSecp(master, derivationPaths.eip155),
    deriveEd(master, derivationPaths.solana),
    deriveSecp(master, derivationPaths.bip122),
  ]
  const keys = {
    eip155: `0x${hex.encode(evm)}`,
    solana: base58.encode(Uint8Array.of(...ed, ...base58.decode(publics.solana))),
    bip122: WIF().encode(btc),
  }
  const mnemonic = toMnemonic(entropy)
  wipeSecrets(entropy, master, evm, ed, btc)
  const exportedWallet: ExportedWallet = { words: mnemonic, keys }
  const plaintext = new TextEncoder().encode(JSON.stringify(exportedWallet))
  try {
    return base64urlnopad.encode(
      await sealSecret('export', base64urlnopad.decode(sealTo), plaintext),
    )
  } finally {
    wipeSecrets(plaintext)
  }
}
