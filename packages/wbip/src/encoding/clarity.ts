import { clarityBufferBytes, contractNameBytes, identifierNameLimit } from '@latchkey/protocol'

/** Deepest nesting of Clarity values that the Stacks chain accepts. */
const maxDepth = 32
const maxItems = 100_000

/**
 * Returns what is wrong with a serialised Clarity value (SIP-005, hex with or without 0x);
 * undefined when it is valid and within the limits.
 */
export function clarityFault(hex: string): string | undefined {
  const digits = hex.startsWith('0x') ? hex.slice(2) : hex
  if (digits.length < 2 || digits.length % 2 === 1 || /[^0-9a-f]/i.test(digits)) return 'is no hex'
  if (digits.length / 2 > clarityBufferBytes + 64)
    return `is longer than ${clarityBufferBytes} bytes`
  const byteCount = digits.length / 2
  const byteAt = (at: number) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  const wordAt = (at: number) => Number.parseInt(digits.slice(at * 2, at * 2 + 8), 16)
  const scanState: { fault?: string; items: number } = { items: 0 }
  const noteFault = (fault: string) => {
    scanState.fault ??= fault
    return Number.POSITIVE_INFINITY
  }
  const endOfBytes = (at: number) => {
    if (at + 4 > byteCount) return noteFault('ends early')
    const length = wordAt(at)
    return length > clarityBufferBytes
      ? noteFault(`holds ${length} bytes, more than ${clarityBufferBytes}`)
      : at + 4 + length
  }
  const endOfName = (at: number, maxLength: number, subject: string) => {
    if (at >= byteCount) return noteFault('ends early')
    return byteAt(at) === 0 || byteAt(at) > maxLength
      ? noteFault(`holds ${subject} of ${byteAt(at)} characters, not 1 to ${maxLength}`)
      : at + 1 + byteAt(at)
  }
  const endOfItems = (at: number, depth: number, isNamed: boolean) => {
    if (at + 4 > byteCount) return noteFault('ends early')
    let itemEnd = at + 4
    for (let itemsLeft = wordAt(at); itemsLeft > 0 && !scanState.fault; itemsLeft--) {
      if (++scanState.items > maxItems) return noteFault('holds too many items')
      if (isNamed) itemEnd = endOfName(itemEnd, identifierNameLimit - 1, 'a name')
      itemEnd = endOfValue(itemEnd, depth + 1)
    }
    return itemEnd
  }
  // Returns the position where the value that begins at `at` ends.
  const endOfValue = (at: number, depth: number): number => {
    if (scanState.fault) return Number.POSITIVE_INFINITY
    if (at >= byteCount) return noteFault('ends early')
    if (depth > maxDepth) return noteFault('is too deep')
    const valueStart = at + 1
    switch (byteAt(at)) {
      case 0x00:
      case 0x01:
        return valueStart + 16
      case 0x02:
      case 0x0d:
      case 0x0e:
        return endOfBytes(valueStart)
      case 0x03:
      case 0x04:
      case 0x09:
        return valueStart
      case 0x05:
        return valueStart + 21
      case 0x06:
        return endOfName(valueStart + 21, contractNameBytes, 'a contract name')
      case 0x07:
      case 0x08:
      case 0x0a:
        return endOfValue(valueStart, depth + 1)
      case 0x0b:
        return endOfItems(valueStart, depth, false)
      case 0x0c:
        return endOfItems(valueStart, depth, true)
      default:
        return noteFault('is of no known type')
    }
  }
  const valueEnd = endOfValue(0, 0)
  if (scanState.fault !== undefined) return scanState.fault
  if (valueEnd > byteCount) return 'ends early'
  return valueEnd < byteCount ? 'goes on behind its end' : undefined
}
