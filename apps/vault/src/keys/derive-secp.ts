import { HDKey } from '@scure/bip32'

/** Derives the secp256k1 private key at a BIP-32 path. The caller wipes the key. */
export function deriveSecp(master: Uint8Array, path: string): Uint8Array {
  const root = HDKey.fromMasterSeed(master)
  const node = root.derive(path)
  const key = node.privateKey?.slice()
  node.wipePrivateData()
  root.wipePrivateData()
  if (!key) throw new Error('a derived node has no private key')
  return key
}
