import { customType } from 'drizzle-orm/pg-core'

/** A whole number up to uint256, as `bigint` on this side: base units, token ids. */
export const amountColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(78, 0)',
  toDriver: (amount) => amount.toString(),
  fromDriver: (text) => BigInt(text),
})
