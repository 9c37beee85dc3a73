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

/** An address, as its output script has it. */
export type BitcoinAddress =
  | {
      readonly type: 'pkh' | 'sh' | 'wpkh'
      /** Hash of the key; with `sh` that of the script. */
      readonly hash: Uint8Array
      readonly script: Uint8Array
    }
  | {
      readonly type: 'wsh'
      /** Hash of a script, SHA-256. */
      readonly hash: Uint8Array
      readonly script: Uint8Array
    }
  | {
      readonly type: 'tr'
      /** The output's key of 32 bytes. */
      readonly key: Uint8Array
      readonly script: Uint8Array
    }

/** Whether the chain is a network of Bitcoin that is known here. */
export function isBitcoinChain(chain: ChainId): boolean {
  return Object.hasOwn(networks, chain)
}

/**
 * Reads an address of `chain`; undefined for one of another network, with a wrong checksum, or of a
 * kind that is not known here.
 */
export function readBitcoinAddress(chain: ChainId, text: string): BitcoinAddress | undefined {
  const network = Object.hasOwn(networks, chain) ? networks[chain] : undefined
  if (!network) return undefined
  try {
    const output = Address(network).decode(text)
    // The same address in capitals would be another account to whoever compares texts.
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

/** Hash of a public key, as addresses have it. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/** An address that is made of one key's hash. */
export type KeyHashAddress = Extract<BitcoinAddress, { readonly type: 'pkh' | 'sh' | 'wpkh' }>

/** Whether an address is that of a key; `sh` is P2WPKH in P2SH. */
export function isHashOf(address: KeyHashAddress, publicKey: Uint8Array): boolean {
  const own = hash160(publicKey)
  const hash = address.type === 'sh' ? hash160(Uint8Array.of(0, 20, ...own)) : own
  return hash.every((byte, i) => byte === address.hash[i])
}
