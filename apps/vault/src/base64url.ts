/** Encodes bytes as base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  const binaryText = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binaryText).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws when the text is not base64url */
export function fromBase64url(value: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(value)) throw new RangeError('not base64url')
  const binaryText = atob(value.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binaryText, (letter) => letter.charCodeAt(0))
}

/** Makes random bytes, as base64url. */
export function randomId(length: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(length)))
}

/** Computes the SHA-256 hash of a text, as base64url. */
export async function sha256Text(value: string): Promise<string> {
  return base64url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))),
  )
}
