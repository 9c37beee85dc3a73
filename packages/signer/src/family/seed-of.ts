/** Derives the BIP-39 seed (64 bytes) of a mnemonic without a passphrase. */
export async function seedOfMnemonic(mnemonic: string): Promise<Uint8Array> {
  const encodeText = (text: string): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(text.normalize('NFKD'))
  const mnemonicKey = await crypto.subtle.importKey('raw', encodeText(mnemonic), 'PBKDF2', false, [
    'deriveBits',
  ])
  const derivation = {
    name: 'PBKDF2',
    hash: 'SHA-512',
    salt: encodeText('mnemonic'),
    iterations: 2048,
  }
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, mnemonicKey, 512))
}
