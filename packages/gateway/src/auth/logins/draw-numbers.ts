import { randomInt } from 'node:crypto'

/** The number a page shows, and the three a window offers: different ones, in random order. */
export interface Numbers {
  readonly number: string
  readonly numbers: readonly string[]
}

/** @param draw - a whole number below `below`, from a cryptographic source */
export function drawNumbers(draw: (below: number) => number = randomInt): Numbers {
  const all = Array.from({ length: 90 }, (_, index) => String(index + 10))
  const numbers = Array.from({ length: 3 }, () => all.splice(draw(all.length), 1)[0] as string)
  return { number: numbers[draw(3)] as string, numbers }
}
