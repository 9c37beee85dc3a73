import type { WalletPublics } from '@latchkey/protocol/vault'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, hex } from '@scure/base'
import { derivationPaths } from './derivation-paths.ts'
import { deriveEd } from './derive-ed.ts'
import { deriveSecp } from './derive-secp.ts'
import { wipeSecrets } from './wipe-secrets.ts'

/**
 * The public keys of a wallet. The key for Bitcoin's test networks is never compared with a known
 * one: it comes from the same seed, which the other keys already prove.
 */
export interface PublicKeys extends WalletPublics {
  readonly bip122Test: string
}

/** Derives all public keys from a master seed. */
export function publicKeysOfMaster(master: Uint8Array): PublicKeys {
  const deriveSecpPoint = (path: string) => {
    const key = deriveSecp(master, path)
    const publicPoint = hex.encode(secp256k1.getPublicKey(key, true))
    wipeSecrets(key)
    return publicPoint
  }
  const solanaKey = deriveEd(master, derivationPaths.solana)
  const solana = base58.encode(ed25519.getPublicKey(solanaKey))
  wipeSecrets(solanaKey)
  return {
    eip155: deriveSecpPoint(derivationPaths.eip155),
    solana,
    bip122: deriveSecpPoint(derivationPaths.bip122),
    bip122Test: deriveSecpPoint(derivationPaths.bip122Test),
  }
}
