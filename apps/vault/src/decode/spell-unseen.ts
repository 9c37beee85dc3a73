/** A run of text, or one letter that would not be seen as it is and is spelled. */
export interface Part {
  readonly text: string
  readonly isSpelled: boolean
}

// Control, format (bidi, zero width, tags), separators of lines, private, unassigned and broken
// letters; fillers and blanks that look like nothing; selectors that change how the letter before
// looks. A line's end and a tab are seen.
const unseen = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}|\p{Cs}/u
const fillers = [0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0]

function isUnseen(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  const isSelector =
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xe0100 && code <= 0xe01ef)
  return unseen.test(letter) || isSelector || fillers.includes(code)
}

/** Text with every letter that hides or turns others spelled by its number, `U+202E`. */
export function spellUnseen(text: string): readonly Part[] {
  const parts: Part[] = []
  const run: string[] = []
  const flushRun = (): void => {
    if (run.length > 0) parts.push({ text: run.splice(0).join(''), isSpelled: false })
  }
  for (const letter of text) {
    if (letter === '\n' || letter === '\t' || !isUnseen(letter)) run.push(letter)
    else {
      flushRun()
      const number = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      parts.push({ text: `U+${number}`, isSpelled: true })
    }
  }
  flushRun()
  return parts
}

/** Whether something in `text` would not be seen. */
export function hasHidden(text: string): boolean {
  return spellUnseen(text).some(({ isSpelled }) => isSpelled)
}

/**
 * A short foreign name on one line, at most `most` letters, with what would not be seen spelled.
 */
export function plainName(text: unknown, most = 64): string {
  if (typeof text !== 'string') return ''
  const whole = [...text.slice(0, most * 4)]
  const cut = whole.slice(0, most).join('')
  const said = spellUnseen(cut)
    .map((part) => (part.isSpelled ? `‹${part.text}›` : part.text.replaceAll(/\s/g, ' ')))
    .join('')
  return whole.length > most || text.length > most * 4 ? `${said}…` : said
}

/** Text of UTF-8 bytes, or undefined where they are none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
