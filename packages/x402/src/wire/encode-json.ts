/** Encodes a value as the headers of x402 do: JSON in UTF-8, in base64. */
export function encodeJson(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Decodes a header that came from outside; undefined when it is longer than `limit` characters, or
 * is not JSON in UTF-8 in base64.
 */
export function decodeJson(text: string, limit: number): unknown {
  if (text.length > limit) return undefined
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
