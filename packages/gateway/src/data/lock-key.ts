import { createHash } from 'node:crypto'

/**
 * Returns the number of a PostgreSQL advisory lock, 64 bits as a decimal string, derived from its
 * name.
 */
export function lockKey(name: string): string {
  return createHash('sha256').update(`latchkey:${name}`).digest().readBigInt64BE().toString()
}
