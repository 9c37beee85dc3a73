import { type Bytes, utf8 } from './bytes.ts'
import { randomBytes } from './random.ts'

/** An Ed25519 key that signs; WebCrypto never hands it out. */
export interface Signer {
  readonly publicKey: Uint8Array
  sign(text: string): Promise<Uint8Array>
}

/** Ed25519 for engines that have hashes and no curve. */
export async function smallSigner(seed: Bytes = randomBytes(32)): Promise<Signer> {
  const { getPublicKeyAsync, signAsync } = await import('@noble/ed25519')
  return {
    publicKey: await getPublicKeyAsync(seed),
    sign: (text) => signAsync(utf8(text), seed),
  }
}

/** Ed25519 for pages without WebCrypto. */
export async function nobleSigner(seed: Bytes = randomBytes(32)): Promise<Signer> {
  const [{ etc, getPublicKey, sign }, { sha512 }] = await Promise.all([
    import('@noble/ed25519'),
    import('@noble/hashes/sha2'),
  ])
  // The library's own way to be given a hash; it is the same one whoever gives it.
  etc.sha512Sync = (...parts) => sha512(etc.concatBytes(...parts))
  return {
    publicKey: getPublicKey(seed),
    sign: async (text) => sign(utf8(text), seed),
  }
}

export async function webSigner(subtle: SubtleCrypto): Promise<Signer> {
  const pair = (await subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  return signerOf(subtle, pair.privateKey, new Uint8Array(await subtle.exportKey('raw', pair.publicKey)))
}

export function signerOf(subtle: SubtleCrypto, privateKey: CryptoKey, publicKey: Uint8Array): Signer {
  return {
    publicKey,
    sign: async (text) => new Uint8Array(await subtle.sign('Ed25519', privateKey, utf8(text))),
  }
}

/** A new key. */
export async function makeSigner(subtle: SubtleCrypto | null): Promise<Signer> {
  if (!subtle) return nobleSigner()
  return webSigner(subtle).catch(() => smallSigner())
}
