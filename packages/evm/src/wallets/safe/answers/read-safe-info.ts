import { LatchkeyError } from '@latchkey/protocol'
import { addHexPrefix, isAddress, isSameAddress } from '../../../encoding/address.ts'

/**
 * Maximum number of owners of a Safe. No real Safe has as many, so an answer with more is refused.
 */
const maxOwners = 1000

/** What the Safe app says about the Safe in which the page was opened. */
export interface SafeInfo {
  readonly address: `0x${string}`
  /** Number of the chain (EIP-155). */
  readonly chainId: number
  /** Number of owners whose signatures a transaction needs. */
  readonly threshold: number
  readonly owners: readonly `0x${string}`[]
}

/** Reads the Safe app's answer to `getSafeInfo`. Throws `wallet-answer-invalid`. */
export function readSafeInfo(answer: unknown): SafeInfo {
  const { safeAddress, chainId, threshold, owners } = (answer ?? {}) as Readonly<
    Record<string, unknown>
  >
  const isValid =
    isAddress(safeAddress) &&
    isCount(chainId, Number.MAX_SAFE_INTEGER) &&
    isCount(threshold, maxOwners) &&
    Array.isArray(owners) &&
    owners.length >= threshold &&
    owners.length <= maxOwners &&
    owners.every(isAddress)
  if (!isValid)
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'getSafeInfo answered no Safe' })
  return {
    address: addHexPrefix(safeAddress),
    chainId,
    threshold,
    owners: owners.map(addHexPrefix).filter((owner, i, all) => {
      return all.findIndex((other) => isSameAddress(owner, other)) === i
    }),
  }
}

/** Whether `value` is a whole number from 1 to `most`. */
export function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most
}
