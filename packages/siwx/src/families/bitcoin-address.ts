import type { ChainId } from '@latchkey/protocol'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'

type Network = typeof NETWORK

const networks: Readonly<Record<ChainId, Network>> = {
  'bip122:000000000019d6689c085ae165831e93': NETWORK,
  'bip122:000000000933ea01ad0ee984209779ba': TEST_NETWORK,
  'bip122:00000000da84f2bafbbc53dee25a72ae': TEST_NETWORK,
  'bip122:00000008819873e925422c1ff0f99f7c': TEST_NETWORK,
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { ...TEST_NETWORK, bech32: 'bcrt' },
}

/**
 * A decoded Bitcoin address: the type of its output script, the hash or key in it, and the script
 * itself.
 */
export type BitcoinAddress =
  | {
      readonly type: 'pkh' | 'sh' | 'wpkh'
      /** Hash of the public key; for the type `sh`, hash of the redeem script. */
      readonly hash: Uint8Array
      readonly script: Uint8Array
    }
  | {
      readonly type: 'wsh'
      /** SHA-256 hash of the witness script. */
      readonly hash: Uint8Array
      readonly script: Uint8Array
    }
  | {
      readonly type: 'tr'
      /** The 32 bytes of the output's public key. */
      readonly key: Uint8Array
      readonly script: Uint8Array
    }

/** Whether a chain id names one of the supported Bitcoin networks. */
export function isBitcoinChain(chain: ChainId): boolean {
  return Object.hasOwn(networks, chain)
}

/**
 * Decodes a Bitcoin address of `chain`; undefined when it is for another network, has a wrong
 * checksum, or is of an unsupported type.
 */
export function readBitcoinAddress(chain: ChainId, text: string): BitcoinAddress | undefined {
  const network = Object.hasOwn(networks, chain) ? networks[chain] : undefined
  if (!network) return undefined
  try {
    const output = Address(network).decode(text)
    // Segwit addresses may also be written in capitals. That spelling is refused, because accounts
    // are compared as texts.
    if (Address(network).encode(output) !== text) return undefined
    const script = OutScript.encode(output)
    if (output.type === 'tr') return { type: 'tr', key: output.pubkey, script }
    if (output.type === 'wsh') return { type: 'wsh', hash: output.hash, script }
    return output.type === 'pkh' || output.type === 'sh' || output.type === 'wpkh'
      ? { type: output.type, hash: output.hash, script }
      : undefined
  } catch {
    return undefined
  }
}

/** The hash of a public key that Bitcoin addresses contain: RIPEMD-160 of SHA-256. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/** An address that belongs to one public key: P2PKH, P2WPKH, or P2WPKH in P2SH. */
export type KeyHashAddress = Extract<BitcoinAddress, { readonly type: 'pkh' | 'sh' | 'wpkh' }>

/** Whether an address belongs to a public key. The type `sh` is taken for P2WPKH in P2SH. */
export function isHashOf(address: KeyHashAddress, publicKey: Uint8Array): boolean {
  const own = hash160(publicKey)
  const hash = address.type === 'sh' ? hash160(Uint8Array.of(0, 20, ...own)) : own
  return hash.every((byte, i) => byte === address.hash[i])
}
