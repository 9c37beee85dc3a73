/** Converts base64 to hex; undefined for invalid text. */
export function hexOfBase64(text: string): string | undefined {
  try {
    return Array.from(atob(text), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
      '',
    )
  } catch {
    return undefined
  }
}

/** Converts hex of whole bytes to base64; undefined for invalid text. */
export function base64OfHex(hex: string): string | undefined {
  if (hex.length % 2 === 1 || /[^0-9a-f]/i.test(hex)) return undefined
  const parts: string[] = []
  for (let at = 0; at < hex.length; at += 2) {
    parts.push(String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16)))
  }
  return btoa(parts.join(''))
}
