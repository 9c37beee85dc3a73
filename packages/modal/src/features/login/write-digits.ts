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
  const typedDigits = [...text.normalize('NFKC').replace(/\D/g, '')]
  const writtenDigits = [...digits]
  if (text === '') {
    writtenDigits[position] = ''
    return { digits: writtenDigits, next: position }
  }
  // A whole code fills from the first box, wherever it was pasted.
  const startPosition = typedDigits.length >= codeLength ? 0 : position
  // A second digit typed into a filled box replaces the first one, and does not go on to the next
  // box.
  const newDigits =
    typedDigits.length === 2 && digits[position] !== ''
      ? [typedDigits.find((one) => one !== digits[position]) ?? typedDigits[0]]
      : typedDigits
  const fittingDigits = newDigits.slice(0, codeLength - startPosition)
  fittingDigits.forEach((digit, i) => {
    writtenDigits[startPosition + i] = digit ?? ''
  })
  return {
    digits: writtenDigits,
    next: Math.min(startPosition + fittingDigits.length, codeLength - 1),
  }
}
