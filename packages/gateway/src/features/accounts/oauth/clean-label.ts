const maxLength = 64

/**
 * Makes a name from a provider displayable: one line of at most 64 characters, without invisible
 * characters and without changes of text direction. Undefined when nothing remains.
 */
export function cleanLabel(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value
    .slice(0, 1_024)
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
  return [...text].slice(0, maxLength).join('').trim() || undefined
}
