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
  const bytePairs: string[] = []
  for (let index = 0; index < hex.length; index += 2) {
    bytePairs.push(String.fromCharCode(Number.parseInt(hex.slice(index, index + 2), 16)))
  }
  return btoa(bytePairs.join(''))
}
