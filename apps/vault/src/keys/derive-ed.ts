import { HDKey } from 'micro-key-producer/slip10.js'

/**
 * An ed25519 private key (its 32-byte seed) by its SLIP-10 path, hardened all along. The caller
 * wipes it.
 */
export function deriveEd(master: Uint8Array, path: string): Uint8Array {
  const node = HDKey.fromMasterSeed(master).derive(path)
  const key = node.privateKey.slice()
  node.privateKey.fill(0)
  return key
}
