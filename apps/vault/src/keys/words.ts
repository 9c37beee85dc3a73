import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/**
 * The 24 words of a seed (BIP-39). `deriveMasterSeed` needs the words too, because BIP-39 derives
 * the master seed from their text.
 */
export function toMnemonic(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist)
}

/**
 * Derives the 64-byte master seed, from which all keys are derived (BIP-39 without a passphrase).
 * The caller wipes it.
 */
export async function deriveMasterSeed(entropy: Uint8Array): Promise<Uint8Array> {
  return mnemonicToSeedWebcrypto(toMnemonic(entropy))
}
