import type { ChainId } from '@latchkey/protocol'
import { isChainId } from '@latchkey/protocol'

/** The address of an Ethereum-like account or contract, in any mix of upper and lower case. */
export type Address = `0x${string}`
/** A JSON object that came from outside; each field must be checked before it is used. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * The longest header that is read, in characters; servers and proxies refuse longer ones anyway.
 */
export const headerLimit = 16_384

/** An amount in base units has at most 78 digits, because 2²⁵⁶ has 78. */
const unitsPattern = /^(?:0|[1-9]\d{0,77})$/

/** Returns the value as a JSON object; undefined when it is none. */
export function readFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined
}

/** Whether the value is an address of 20 bytes. */
export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/** Whether two addresses are the same apart from upper and lower case. */
export function isSameAddress(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase()
}

/** Whether the value is 32 bytes in hex, such as a nonce or a transaction's hash. */
export function isWord(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Reads an unsigned 256-bit integer from a decimal text; undefined when the value is none. */
export function readUnits(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !unitsPattern.test(value)) return undefined
  const units = BigInt(value)
  return units < 2n ** 256n ? units : undefined
}

/**
 * Returns the value as a text of at most `limit` characters; undefined when it is no text, or
 * longer.
 */
export function readText(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value.length <= limit ? value : undefined
}

/** Whether the value is the CAIP-2 id of an Ethereum-like chain with a number of at most 2⁵³. */
export function isEvmChain(value: unknown): value is ChainId {
  return (
    isChainId(value) && /^eip155:[1-9]\d{0,15}$/.test(value) && evmChainNumber(value) <= 2 ** 53
  )
}

/** Returns the chain number of an Ethereum-like chain: 8453 for `eip155:8453`. */
export function evmChainNumber(chain: ChainId): number {
  return Number(chain.slice('eip155:'.length))
}
