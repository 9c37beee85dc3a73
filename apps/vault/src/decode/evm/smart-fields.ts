import type { ApprovalRequest, Reading } from '../reading.ts'
import { isRecord, ownField, parseQuantity, rawText } from '../shapes.ts'

export const feeFields = ['maxFeePerGas', 'maxPriorityFeePerGas'] as const

/**
 * Upper limit for gas, above what any chain's block holds. A bundler's estimate above it is
 * refused.
 */
const maxGas = 1n << 32n
const maxFeePerUnit = 1n << 64n

export const refuseRequest = (
  request: ApprovalRequest,
  reason: 'shape' | 'account' = 'shape',
): Reading => ({
  kind: 'unreadable',
  reason,
  raw: rawText(request.params),
})

/** Adds up the gas in these fields; null when one is missing, or when the gas is too large. */
export function sumOfFields(
  record: Record<string, unknown>,
  names: readonly string[],
): bigint | null {
  const values = names.map((name) => parseQuantity(ownField(record, name)))
  if (values.some((value) => value === null || value > maxGas)) return null
  return values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)
}

/**
 * The maximum fee per unit of gas; null when the fee fields are missing, too high or contradictory.
 */
export function readPrice(record: Record<string, unknown>): bigint | null {
  const [most, tip] = feeFields.map((name) => parseQuantity(ownField(record, name)))
  return most != null && tip != null && tip <= most && most <= maxFeePerUnit ? most : null
}

export function hasOnlyFields(
  value: unknown,
  fields: ReadonlySet<string>,
): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).every((name) => fields.has(name))
}
