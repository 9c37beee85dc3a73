/** Encodes a value as x402's headers carry it: base64 of JSON in UTF-8. */
export function encodeJson(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Decodes a header that somebody else wrote; undefined when it is longer than `limit` characters, or
 * is no base64 of JSON in UTF-8.
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
