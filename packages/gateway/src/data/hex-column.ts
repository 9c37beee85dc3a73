import { customType } from 'drizzle-orm/pg-core'
import type { Hex } from 'viem'

/** Bytes of fixed or free length, `0x…` in lower case on this side: half the room of text. */
export const hexColumn = customType<{ data: Hex; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (hex) => Buffer.from(hex.slice(2), 'hex'),
  fromDriver: (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
})
