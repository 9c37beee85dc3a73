const longest = 128

/** A line of text somebody else chose: no control or direction characters, bounded. */
export function plainLabel(text: string): string {
  return text
    .slice(0, 1024)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, longest)
}
