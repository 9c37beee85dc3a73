/** `text` with invisible and direction-changing characters escaped, at most `maxLength` characters. */
export function plainText(text: unknown, maxLength = 200): string {
  const fullText = String(text)
  const escapedText = fullText
    .slice(0, maxLength)
    .replaceAll(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu, escapeCharacter)
  return fullText.length > maxLength ? `${escapedText}…` : escapedText
}

/** Like `plainText`, but with line breaks and in full length. */
export function plainMultilineText(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu, (character) =>
    /[\n\r\t]/.test(character) ? character : escapeCharacter(character),
  )
}

/** Decodes bytes whose text shows everything that is signed; undefined for other bytes. */
export function readableText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return plainMultilineText(text) === text ? text : undefined
  } catch {
    return undefined
  }
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`
}
