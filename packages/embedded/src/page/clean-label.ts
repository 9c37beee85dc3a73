const maxLabelLength = 128

/**
 * Makes one line of an untrusted text, without control or direction characters, and limited in
 * length.
 */
export function cleanLabel(text: string): string {
  return text
    .slice(0, 1024)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, maxLabelLength)
}
