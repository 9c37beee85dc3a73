import { HDKey } from 'micro-key-producer/slip10.js'

/**
 * Derives the ed25519 private key (its 32-byte seed) at a SLIP-10 path, all of whose steps are
 * hardened. The caller wipes the key.
 */
export function deriveEd(master: Uint8Array, path: string): Uint8Array {
  const node = HDKey.fromMasterSeed(master).derive(path)
  const key = node.privateKey.slice()
  node.privateKey.fill(0)
  return key
}
