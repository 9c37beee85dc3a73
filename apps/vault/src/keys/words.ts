import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/**
 * The 24 words of a seed (BIP-39). `deriveMasterSeed` needs them too, because BIP-39 derives keys
 * from the text.
 */
export function toMnemonic(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist)
}

/**
 * The 64-byte master seed that all keys derive from (BIP-39 without a passphrase). The caller wipes
 * it.
 */
export async function deriveMasterSeed(entropy: Uint8Array): Promise<Uint8Array> {
  return mnemonicToSeedWebcrypto(toMnemonic(entropy))
}
