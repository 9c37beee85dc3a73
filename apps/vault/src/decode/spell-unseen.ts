/**
 * A piece of a text: a run of visible characters, or one invisible character, written as its code
 * point.
 */
export interface TextPart {
  readonly text: string
  readonly isSpelled: boolean
}

// Invisible characters: control, format (bidi, zero width, tags), line separators, private,
// unassigned and broken ones; fillers and blanks; variation selectors. Line breaks and tabs count
// as visible.
const invisiblePattern = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}|\p{Cs}/u
const fillerCodePoints = [0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0]

function isInvisible(letter: string): boolean {
  const codePoint = letter.codePointAt(0) ?? 0
  const isVariationSelector =
    (codePoint >= 0x180b && codePoint <= 0x180f) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    (codePoint >= 0xe0100 && codePoint <= 0xe01ef)
  return (
    invisiblePattern.test(letter) || isVariationSelector || fillerCodePoints.includes(codePoint)
  )
}

/**
 * Splits text so that every invisible or direction-changing character is written as its code point,
 * such as `U+202E`.
 */
export function escapeInvisible(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  const visibleLetters: string[] = []
  const flushVisibleLetters = (): void => {
    if (visibleLetters.length > 0)
      parts.push({ text: visibleLetters.splice(0).join(''), isSpelled: false })
  }
  for (const letter of text) {
    if (letter === '\n' || letter === '\t' || !isInvisible(letter)) visibleLetters.push(letter)
    else {
      flushVisibleLetters()
      const hexCodePoint = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      parts.push({ text: `U+${hexCodePoint}`, isSpelled: true })
    }
  }
  flushVisibleLetters()
  return parts
}

/** Whether `text` contains an invisible character. */
export function hasHidden(text: string): boolean {
  return escapeInvisible(text).some(({ isSpelled }) => isSpelled)
}

/**
 * Writes a short untrusted name on one line of at most `maxLength` characters, with invisible
 * characters as code points.
 */
export function formatName(text: unknown, maxLength = 64): string {
  if (typeof text !== 'string') return ''
  const characters = [...text.slice(0, maxLength * 4)]
  const shortenedText = characters.slice(0, maxLength).join('')
  const escapedText = escapeInvisible(shortenedText)
    .map((part) => (part.isSpelled ? `‹${part.text}›` : part.text.replaceAll(/\s/g, ' ')))
    .join('')
  return characters.length > maxLength || text.length > maxLength * 4
    ? `${escapedText}…`
    : escapedText
}

/** Decodes UTF-8; undefined when the bytes are not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
