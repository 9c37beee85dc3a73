/** The longest text of a stranger that is shown, UTF-16 units. */
export const maxText = 64

/**
 * Text of a stranger as it may be shown: no control, format or private characters, one line, at
 * most 64 UTF-16 units.
 */
export function plainText(text: string): string {
  const plain = text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .trim()
  return plain.length <= maxText
    ? plain
    : `${[...plain.slice(0, maxText - 1)].filter((one) => !/\p{Cs}/u.test(one)).join('')}…`
}
