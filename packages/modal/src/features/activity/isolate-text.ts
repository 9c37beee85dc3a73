/** Characters of scripts written right to left. */
const rightToLeftLetters =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates a foreign name, so that its text direction does not affect the sentence around it. */
export function isolateText(text: string): string {
  return rightToLeftLetters.test(text) ? `\u2068${text}\u2069` : text
}
