import type { ChainId } from '@latchkey/protocol'
import { isChainId } from '@latchkey/protocol'

/** The address of an account or contract of an Ethereum-like chain, in any spelling. */
export type Address = `0x${string}`
/** An object of JSON that somebody else wrote; nothing of it is believed before it is read. */
export type Fields = Readonly<Record<string, unknown>>

/** Longest header that is read, in characters: servers and proxies refuse longer ones anyway. */
export const headerLimit = 16_384

/** Base units have at most 78 digits, as many as 2²⁵⁶ has. */
const unitsPattern = /^(?:0|[1-9]\d{0,77})$/

/** The value as an object of JSON; undefined when it is none. */
export function readFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined
}

/** Whether the value is an address of 20 bytes. */
export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/** Whether two addresses are the same in spite of their spelling. */
export function isSameAddress(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase()
}

/** Whether the value is a word of 32 bytes, such as a nonce or a transaction's hash. */
export function isWord(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Reads a whole number of 256 bits without a sign, written in decimals; undefined for all else. */
export function readUnits(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !unitsPattern.test(value)) return undefined
  const units = BigInt(value)
  return units < 2n ** 256n ? units : undefined
}

/** The value as a text of at most `limit` characters; undefined when it is none or longer. */
export function readText(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value.length <= limit ? value : undefined
}

/** Whether the value is the CAIP-2 id of an Ethereum-like chain whose number fits in JavaScript. */
export function isEvmChain(value: unknown): value is ChainId {
  return (
    isChainId(value) && /^eip155:[1-9]\d{0,15}$/.test(value) && evmChainNumber(value) <= 2 ** 53
  )
}

/** The number of an Ethereum-like chain: 8453 for `eip155:8453`. */
export function evmChainNumber(chain: ChainId): number {
  return Number(chain.slice('eip155:'.length))
}
