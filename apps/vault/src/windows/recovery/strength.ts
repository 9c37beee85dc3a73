/** Minimum number of characters of a recovery password. */
export const minCharacters = 12

/** Strength of a password, from 0 (too short) by 1 (weak), 2 (fair) and 3 (good) to 4 (strong). */
export type Strength = 0 | 1 | 2 | 3 | 4

/**
 * Bits of entropy that each letter of a word adds. The number is low, because guessers try whole
 * words.
 */
const bitsPerLetter = 2.2

/**
 * Estimates how hard a password is to guess, by its length and variety alone. Characters that
 * repeat or continue a series add nothing, and letters add little, because they usually form words.
 * No word list is used, which the window tells the visitor.
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
  // Each distinct character counts at most twice, so repeating a few characters adds little.
  const countedCharacters = Math.min(unpredictableCount, new Set(passwordCharacters).size * 2)
  const bits =
    countedCharacters *
    (characterKindCount < 2 ? bitsPerLetter : bitsPerLetter + characterKindCount)
  if (bits < 40) return 1
  if (bits < 56) return 2
  return bits < 75 ? 3 : 4
}
