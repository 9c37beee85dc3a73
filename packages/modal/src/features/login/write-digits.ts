export const codeLength = 6

/**
 * Puts `text` into the boxes from the one at `position`; returns the new content of all boxes, and
 * the box to focus next.
 */
export function writeDigits(
  digits: readonly string[],
  position: number,
  text: string,
): { readonly digits: readonly string[]; readonly next: number } {
  const typed = [...text.normalize('NFKC').replace(/\D/g, '')]
  const next = [...digits]
  if (text === '') {
    next[position] = ''
    return { digits: next, next: position }
  }
  // A whole code fills from the first box, wherever it was pasted.
  const startPosition = typed.length >= codeLength ? 0 : position
  // A second digit typed into a filled box replaces the first one, and does not go on to the next
  // box.
  const newDigits =
    typed.length === 2 && digits[position] !== ''
      ? [typed.find((one) => one !== digits[position]) ?? typed[0]]
      : typed
  const fittingDigits = newDigits.slice(0, codeLength - startPosition)
  fittingDigits.forEach((digit, i) => {
    next[startPosition + i] = digit ?? ''
  })
  return { digits: next, next: Math.min(startPosition + fittingDigits.length, codeLength - 1) }
}
