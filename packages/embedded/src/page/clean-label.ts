const maxLabelLength = 128

/** One line of untrusted text: without control or direction characters, limited in length. */
export function cleanLabel(text: string): string {
  return text
    .slice(0, 1024)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, maxLabelLength)
}
