/**
 * What no reader sees or what turns the reading round; the two joiners stay, words and emoji need
 * them.
 */
const unseen = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu
/** More marks on one letter than any script has. */
const pile = /(\p{M}{3})\p{M}+/gu

/**
 * Text that somebody else chose (a token's name, a symbol), as one line a page may show: no control
 * or direction characters, no pile of marks, at most `limit` characters.
 */
export function plainText(text: string, limit: number): string {
  const line = text
    // Far more than is shown, far less than costs time.
    .slice(0, 1024)
    .replace(/\s/gu, ' ')
    .replace(unseen, '')
    // Only now: what nobody sees may have stood between two.
    .replace(/ +/gu, ' ')
    .replace(pile, '$1')
    .trim()
  const characters = [...line]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : line
}
