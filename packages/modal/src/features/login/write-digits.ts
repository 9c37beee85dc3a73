export const codeLength = 6

/**
 * Content of the boxes after `text` was written into the one at `place`, and the box to focus next.
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
  // A whole code fills from the first box, wherever it was pasted.
  const from = typed.length >= codeLength ? 0 : place
  // A second digit in a full box replaces it, and is not the start of a second code.
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
