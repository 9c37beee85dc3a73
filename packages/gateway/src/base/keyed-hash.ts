import { createHmac } from 'node:crypto'

/** HMAC-SHA-256 under one key; parts never run into each other, nor do purposes. */
export type KeyedHash = (purpose: string, ...parts: readonly (string | number)[]) => Buffer

export function keyedHash(key: Uint8Array): KeyedHash {
  return (purpose, ...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest()
}
