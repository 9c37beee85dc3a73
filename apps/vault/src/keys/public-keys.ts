import type { WalletPublics } from '@latchkey/protocol/vault'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58, hex } from '@scure/base'
import { deriveEd } from './derive-ed.ts'
import { deriveSecp } from './derive-secp.ts'
import { paths } from './paths.ts'
import { wipeSecrets } from './wipe-secrets.ts'

/**
 * The public keys of a wallet, and the one for Bitcoin's test networks. That one is never compared:
 * the other keys prove that it comes from the same seed.
 */
export interface PublicKeys extends WalletPublics {
  readonly bip122Test: string
}

/** All public keys derived from a master seed. */
export function publicKeysOfMaster(master: Uint8Array): PublicKeys {
  const deriveSecpPoint = (path: string) => {
    const key = deriveSecp(master, path)
    const point = hex.encode(secp256k1.getPublicKey(key, true))
    wipeSecrets(key)
    return point
  }
  const edKey = deriveEd(master, paths.solana)
  const solana = base58.encode(ed25519.getPublicKey(edKey))
  wipeSecrets(edKey)
  return {
    eip155: deriveSecpPoint(paths.eip155),
    solana,
    bip122: deriveSecpPoint(paths.bip122),
    bip122Test: deriveSecpPoint(paths.bip122Test),
  }
}
