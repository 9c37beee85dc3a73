import { LatchkeyError } from '@latchkey/protocol'
import { fromHex } from './bytes.ts'
import { type ClarityHex, clarity } from './clarity-value.ts'

/** A Clarity value as an object, in the form that `Cl` of `@stacks/transactions` 7 makes. */
export type ClarityObject =
  | { readonly type: 'int' | 'uint'; readonly value: bigint | number | string }
  | { readonly type: 'true' | 'false' | 'none' }
  /** A principal; `value` is an account, or a contract as `ADDRESS.name`. */
  | { readonly type: 'address' | 'contract'; readonly value: string }
  /** A buffer; `value` is its bytes in hex. */
  | { readonly type: 'buffer'; readonly value: string }
  | { readonly type: 'ascii' | 'utf8'; readonly value: string }
  | { readonly type: 'some' | 'ok' | 'err'; readonly value: ClarityObject }
  | { readonly type: 'list'; readonly value: readonly ClarityObject[] }
  | { readonly type: 'tuple'; readonly value: Readonly<Record<string, ClarityObject>> }

/**
 * A Clarity value: what `clarity` of this package makes, or what `Cl` of `@stacks/transactions`
 * makes.
 */
export type ClarityArgument = ClarityHex | ClarityObject

/** The depth to which Clarity allows values to be nested. */
const maxDepth = 32

/** Serialises a Clarity value (SIP-005), hex. Throws `rpc-invalid-params`. */
export function writeClarity(argument: ClarityArgument): ClarityHex {
  return typeof argument === 'string' ? argument : writeObject(argument, 0)
}

function writeObject(object: ClarityObject, depth: number): ClarityHex {
  if (depth > maxDepth) return refuseValue(`a Clarity value is more than ${maxDepth} deep`)
  const writeInner = (inner: ClarityObject) => writeObject(inner, depth + 1)
  switch (object?.type) {
    case 'int':
    case 'uint':
      return clarity[object.type](readInteger(object.value))
    case 'true':
    case 'false':
      return clarity.bool(object.type === 'true')
    case 'none':
      return clarity.none()
    case 'address':
    case 'contract':
      return clarity.principal(object.value)
    case 'buffer':
      return clarity.buffer(readHex(object.value))
    case 'ascii':
    case 'utf8':
      return clarity[object.type](object.value)
    case 'some':
    case 'ok':
    case 'err':
      return clarity[object.type](writeInner(object.value))
    case 'list':
      return clarity.list(object.value.map(writeInner))
    case 'tuple':
      return clarity.tuple(
        Object.fromEntries(
          Object.entries(object.value).map(([name, inner]) => [name, writeInner(inner)]),
        ),
      )
  }
  return refuseValue('a Clarity value has no known type')
}

function readInteger(value: bigint | number | string): bigint {
  try {
    return BigInt(value)
  } catch {
    return refuseValue('a Clarity value is no whole number')
  }
}

function readHex(text: string): Uint8Array {
  const digits = text.replace(/^0x/, '')
  return /^([0-9a-f]{2})*$/i.test(digits)
    ? fromHex(digits)
    : refuseValue('a buffer is not written in hex')
}

function refuseValue(reason: string): never {
  throw new LatchkeyError('rpc-invalid-params', { reason })
}
