import { randomInt } from 'node:crypto'

/** How long a mailed code holds. */
export const codeLifeMs = 600_000
/** How often a code may be tried. */
export const mostTries = 5

/** A code to be mailed: six digits, the first of which may be 0. */
export function drawCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}
