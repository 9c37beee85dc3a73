import { fromBase58 } from './base58.ts'

/**
 * Whether 64 bytes are the Ed25519 signature of `address` (base58) over `message`. Checked by the
 * browser, or by a library when the browser lacks the curve or the page is not secure.
 */
export async function isSignature(
  address: string,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const key = fromBase58(address)
  if (key?.length !== 32 || signature.length !== 64) return false
  const [own, text, signed] = [key, message, signature].map((bytes) => Uint8Array.from(bytes)) as [
    BufferBytes,
    BufferBytes,
    BufferBytes,
  ]
  try {
    const { subtle } = globalThis.crypto
    const importedKey = await subtle.importKey('raw', own, 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', importedKey, signed, text)
  } catch {
    const { ed25519 } = await import('@noble/curves/ed25519')
    try {
      return ed25519.verify(signed, text, own, { zip215: false })
    } catch {
      return false
    }
  }
}

type BufferBytes = Uint8Array<ArrayBuffer>
