import { customType } from 'drizzle-orm/pg-core'

/**
 * A database column with whole numbers up to uint256 (base units, token ids), which are `bigint` in
 * TypeScript.
 */
export const amountColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78, 0)',
  toDriver: (amount) => amount.toString(),
  fromDriver: (text) => BigInt(text),
})
