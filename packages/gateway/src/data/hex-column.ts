import { customType } from 'drizzle-orm/pg-core'
import type { Hex } from 'viem'

/**
 * A database column of bytes, which are lower-case hex text (`0x…`) in TypeScript; bytes need half
 * the space of text.
 */
export const hexColumn = customType<{ data: Hex; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (hex) => Buffer.from(hex.slice(2), 'hex'),
  fromDriver: (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
})
