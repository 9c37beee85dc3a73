import { clarityBufferBytes, LatchkeyError } from '@latchkey/protocol'
import { readC32 } from './c32.ts'

/** A Clarity value, serialised (SIP-005) in hex without 0x. */
export type ClarityHex = string

const hexOf = (bytes: Iterable<number>) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const wordHex = (count: number) => count.toString(16).padStart(8, '0')
const utf8 = (text: string) => new TextEncoder().encode(text)

function integerHex(value: bigint): string {
  return BigInt.asUintN(128, value).toString(16).padStart(32, '0')
}

function prefixedHex(text: string, maxLength: number): string {
  const bytes = utf8(text)
  if (bytes.length === 0 || bytes.length > maxLength)
    refuseValue(`a name has ${bytes.length} bytes, not 1 to ${maxLength}`)
  return bytes.length.toString(16).padStart(2, '0') + hexOf(bytes)
}

function typedBytesHex(type: string, bytes: Uint8Array): ClarityHex {
  if (bytes.length > clarityBufferBytes)
    refuseValue(`${bytes.length} bytes are more than ${clarityBufferBytes}`)
  return type + wordHex(bytes.length) + hexOf(bytes)
}

/** The version and hash of an address, in hex. */
export function addressHex(address: string): string {
  const decodedAddress = readC32(address)
  if (!decodedAddress) return refuseValue('an address is none')
  return hexOf([decodedAddress.version, ...decodedAddress.hash])
}

/** Writes a name in hex, preceded by its length; at most 128 bytes. */
export function nameHex(name: string): string {
  return prefixedHex(name, 128)
}

/** Makes Clarity values; each throws `rpc-invalid-params` beyond the chain's limits. */
export const clarity: {
  int(value: bigint): ClarityHex
  uint(value: bigint): ClarityHex
  bool(value: boolean): ClarityHex
  /** Makes a principal: an account (`ADDRESS`) or a contract (`ADDRESS.name`). */
  principal(text: string): ClarityHex
  buffer(bytes: Uint8Array): ClarityHex
  ascii(text: string): ClarityHex
  utf8(text: string): ClarityHex
  none(): ClarityHex
  some(value: ClarityHex): ClarityHex
  ok(value: ClarityHex): ClarityHex
  err(value: ClarityHex): ClarityHex
  list(values: readonly ClarityHex[]): ClarityHex
  tuple(fields: Readonly<Record<string, ClarityHex>>): ClarityHex
} = {
  int(value) {
    if (value < -(1n << 127n) || value >= 1n << 127n) refuseValue('an int has more than 128 bits')
    return `00${integerHex(value)}`
  },
  uint(value) {
    if (value < 0n || value >= 1n << 128n) refuseValue('a uint has more than 128 bits')
    return `01${integerHex(value)}`
  },
  bool: (value) => (value ? '03' : '04'),
  principal(text) {
    const [address = '', name] = text.split('.')
    return name === undefined
      ? `05${addressHex(address)}`
      : `06${addressHex(address)}${nameHex(name)}`
  },
  buffer: (bytes) => typedBytesHex('02', bytes),
  ascii(text) {
    // Text outside of ASCII would become another text on the chain.
    if (!/^[\x20-\x7e\t\n\r]*$/.test(text)) refuseValue('a text is not ASCII')
    return typedBytesHex('0d', utf8(text))
  },
  utf8: (text) => typedBytesHex('0e', utf8(text)),
  none: () => '09',
  some: (value) => `0a${value}`,
  ok: (value) => `07${value}`,
  err: (value) => `08${value}`,
  list: (values) => `0b${wordHex(values.length)}${values.join('')}`,
  tuple(fields) {
    // The chain requires names in the order of their bytes.
    const names = Object.keys(fields).sort((a, b) => (a < b ? -1 : 1))
    return `0c${wordHex(names.length)}${names.map((name) => nameHex(name) + fields[name]).join('')}`
  },
}

function refuseValue(reason: string): never {
  throw new LatchkeyError('rpc-invalid-params', { reason })
}
