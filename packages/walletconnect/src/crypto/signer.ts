import type { Signer } from '../contract.ts'
import { utf8 } from './bytes.ts'

export async function webSigner(subtle: SubtleCrypto): Promise<Signer> {
  const cryptoKeys = (await subtle.generateKey('Ed25519', false, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  return signerOf(
    subtle,
    cryptoKeys.privateKey,
    new Uint8Array(await subtle.exportKey('raw', cryptoKeys.publicKey)),
  )
}

export function signerOf(
  subtle: SubtleCrypto,
  privateKey: CryptoKey,
  publicKey: Uint8Array,
): Signer {
  return {
    publicKey,
    sign: async (text) => new Uint8Array(await subtle.sign('Ed25519', privateKey, utf8(text))),
  }
}

/**
 * Creates a signer with a new key. A library signs when the browser engine lacks the curve, or when
 * the page lacks WebCrypto.
 */
export async function makeSigner(subtle: SubtleCrypto | null): Promise<Signer> {
  const signer = subtle && (await webSigner(subtle).catch(() => null))
  return signer ?? (await import('./noble-signer.ts')).nobleSigner(subtle !== null)
}
