import { randomInt } from 'node:crypto'

/** Lifetime of a mailed code in milliseconds. */
export const codeLifeMs = 600_000
/** Maximum number of attempts to type a code. */
export const maxTries = 5

/** Creates a code: six digits, leading zeros included. */
export function drawCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}
