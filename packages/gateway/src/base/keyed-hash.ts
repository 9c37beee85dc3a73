import { createHmac } from 'node:crypto'

/**
 * Computes an HMAC-SHA-256 with one key. The input is a JSON list of the purpose and the parts, so
 * different purposes or different parts never give the same input.
 */
export type KeyedHash = (purpose: string, ...parts: readonly (string | number)[]) => Buffer

export function keyedHash(key: Uint8Array): KeyedHash {
  return (purpose, ...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest()
}
