import { createHash } from 'node:crypto'

/** Advisory locks are named by 64 bits: a decimal string. */
export function lockKey(name: string): string {
  return createHash('sha256').update(`latchkey:${name}`).digest().readBigInt64BE().toString()
}
