/** Longest foreign text that is shown, in UTF-16 units. */
export const maxTextLength = 64

/**
 * Makes foreign text displayable: no control, format or private characters, one line, at most 64
 * UTF-16 units.
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
