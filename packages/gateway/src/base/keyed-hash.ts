import { createHmac } from 'node:crypto'

/**
 * HMAC-SHA-256 under one key. Different purposes and different splits into parts always give
 * different input.
 */
export type KeyedHash = (purpose: string, ...parts: readonly (string | number)[]) => Buffer

export function keyedHash(key: Uint8Array): KeyedHash {
  return (purpose, ...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest()
}
