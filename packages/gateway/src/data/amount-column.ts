import { customType } from 'drizzle-orm/pg-core'

/** A whole number up to uint256 (base units, token ids), a `bigint` in TypeScript. */
export const amountColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78, 0)',
  toDriver: (amount) => amount.toString(),
  fromDriver: (text) => BigInt(text),
})
