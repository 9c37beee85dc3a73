import { randomBytes } from 'node:crypto'

/**
 * Creates the id of an order or of an event: 16 random bytes in hex. An id with four zero bytes in
 * a row is drawn again, because call data is searched for ids and the padding in it is zeros.
 */
export function makeOrderId(): string {
  const id = randomBytes(16).toString('hex')
  return hasZeroRun(id) ? makeOrderId() : id
}

/** Whether a text has four zero bytes in a row; no id has. */
export function hasZeroRun(text: string): boolean {
  return text.includes('00000000')
}
