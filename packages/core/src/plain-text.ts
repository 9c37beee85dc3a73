/**
 * Characters that are invisible or change the direction of text. The two joiners are allowed: words
 * and emoji need them.
 */
const invisibleCharacters = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu
/** More combining marks on one letter than any script has. */
const stackedMarks = /(\p{M}{3})\p{M}+/gu

/**
 * Cleans text that somebody else chose (a token's name, a symbol) into one line that a page may
 * show: no control or direction characters, no stacked marks, at most `limit` characters.
 */
export function plainText(text: string, limit: number): string {
  const line = text
    // This is far more than is shown, and still short enough to clean quickly.
    .slice(0, 1024)
    .replace(/\s/gu, ' ')
    .replace(invisibleCharacters, '')
    // Spaces are merged after the removal, because a removed character may have stood between two
    // spaces.
    .replace(/ +/gu, ' ')
    .replace(stackedMarks, '$1')
    .trim()
  const characters = [...line]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : line
}
