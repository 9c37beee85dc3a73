/** `text` with invisible and direction-changing characters escaped, at most `most` characters. */
export function plainText(text: unknown, most = 200): string {
  const whole = String(text)
  const spelled = whole.slice(0, most).replaceAll(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu, spellLetter)
  return whole.length > most ? `${spelled}…` : spelled
}

/** Like `plainText`, but with line breaks and in full length. */
export function plainLines(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu, (letter) =>
    /[\n\r\t]/.test(letter) ? letter : spellLetter(letter),
  )
}

/** Decodes bytes whose text shows everything that is signed; undefined for other bytes. */
export function readableText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return plainLines(text) === text ? text : undefined
  } catch {
    return undefined
  }
}

function spellLetter(letter: string): string {
  return `\\u{${letter.codePointAt(0)?.toString(16)}}`
}
