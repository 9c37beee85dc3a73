/**
 * Characters that are invisible or change the direction of text. Zero-width joiner and non-joiner
 * are allowed, because words and emoji need them.
 */
const invisibleCharacters = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu
/** Four or more combining marks on one letter: more than any script needs. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu

/**
 * Cleans text that somebody else chose (a token's name, a symbol) into one line that a page may
 * show: no control or direction characters, no stacked marks, at most `limit` characters.
 */
export function plainText(text: string, limit: number): string {
  const line = text
    // The text is cut before it is cleaned: 1,024 characters are far more than is shown, and quick
    // to clean.
    .slice(0, 1024)
    .replace(/\s/gu, ' ')
    .replace(invisibleCharacters, '')
    // Spaces are merged only after characters were removed, because a removed character may have
    // stood between two spaces.
    .replace(/ +/gu, ' ')
    .replace(stackedMarks, '$1')
    .trim()
  const characters = [...line]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : line
}
