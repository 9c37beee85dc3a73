/** Fewest characters of a recovery password. */
export const minCharacters = 12

/** 0: too short; 1 to 4: weak, fair, good, strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** Bits that a letter of a word adds; low, because whole words are guessed. */
const bitsPerLetter = 2.2

/**
 * How hard a password is to guess, by length and variety alone. Characters that repeat or continue
 * a series add nothing. Letters add little, because they usually form words. No word list is used,
 * and the window says so.
 */
export function measureStrength(password: string): Strength {
  const passwordCharacters = [...password]
  if (passwordCharacters.length < minCharacters) return 0
  const characterKindCount = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u].filter((kind) =>
    kind.test(password),
  ).length
  const codePoints = passwordCharacters.map((letter) => letter.codePointAt(0) ?? 0)
  const unpredictableCount = codePoints.filter(
    (code, i) => !(Math.abs(code - (codePoints[i - 1] ?? Number.NaN)) <= 1),
  ).length
  // At most two characters are counted for each distinct one, so repeating a few characters adds
  // little.
  const countedCharacters = Math.min(unpredictableCount, new Set(passwordCharacters).size * 2)
  const bits =
    countedCharacters *
    (characterKindCount < 2 ? bitsPerLetter : bitsPerLetter + characterKindCount)
  if (bits < 40) return 1
  if (bits < 56) return 2
  return bits < 75 ? 3 : 4
}
