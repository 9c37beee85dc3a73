export const codeLength = 6

/**
 * What the boxes hold after `text` was written into the one at `place`, and where the visitor goes
 * on.
 */
export function writeDigits(
  digits: readonly string[],
  place: number,
  text: string,
): { readonly digits: readonly string[]; readonly next: number } {
  const typed = [...text.normalize('NFKC').replace(/\D/g, '')]
  const next = [...digits]
  if (text === '') {
    next[place] = ''
    return { digits: next, next: place }
  }
  // The whole code counts from the first box, wherever it was put in.
  const from = typed.length >= codeLength ? 0 : place
  // A second digit in a full box is a new one for it, not a second code.
  const wanted =
    typed.length === 2 && digits[place] !== ''
      ? [typed.find((one) => one !== digits[place]) ?? typed[0]]
      : typed
  const written = wanted.slice(0, codeLength - from)
  written.forEach((digit, i) => {
    next[from + i] = digit ?? ''
  })
  return { digits: next, next: Math.min(from + written.length, codeLength - 1) }
}
