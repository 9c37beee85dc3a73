/** Longest name or symbol from a contract or document that is shown, in UTF-16 units. */
export const maxTextLength = 64

/**
 * Makes text from a contract or document displayable: one line of at most 64 UTF-16 units, without
 * control, format and private-use characters.
 */
export function plainText(text: string): string {
  const cleanText = text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .trim()
  return cleanText.length <= maxTextLength
    ? cleanText
    : `${[...cleanText.slice(0, maxTextLength - 1)].filter((one) => !/\p{Cs}/u.test(one)).join('')}…`
}
