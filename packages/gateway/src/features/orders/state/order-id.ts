import { randomBytes } from 'node:crypto'

/**
 * Creates the id of an order or of an event: 16 random bytes in hex. An id with four zero bytes in
 * a row is discarded and drawn again: call data is searched for ids, and its padding consists of
 * zeros.
 */
export function makeOrderId(): string {
  const id = randomBytes(16).toString('hex')
  return hasZeroRun(id) ? makeOrderId() : id
}

/** Whether a text contains four zero bytes in a row; no id does. */
export function hasZeroRun(text: string): boolean {
  return text.includes('00000000')
}
