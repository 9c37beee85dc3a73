import { clarity, writePostCondition } from '@latchkey/stacks'
import { JsonRpcError, JsonRpcErrorCode } from './json-rpc-error.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields in base units, which may be written in several types. */
const amounts = ['amount', 'fee', 'nonce']
const deepest = 32

/**
 * Converts parameters in the form of `@stacks/connect` to that of requests: amounts to bigint,
 * Clarity values and post-conditions of the Stacks libraries to hex; undefined fields are left out.
 * Throws `JsonRpcError` −32602.
 */
export function writeParams(params: unknown): unknown {
  return writeValue(params, '', 0)
}

function writeValue(value: unknown, key: string, depth: number): unknown {
  if (depth > deepest) return refuseParams(`${key} is too deep`)
  if (amounts.includes(key) && value !== undefined) return unitsOf(value, key)
  if (key === 'postConditionMode') return modeOf(value)
  if (key === 'network') return networkOf(value)
  if (Array.isArray(value)) return value.map((one) => writeValue(one, key, depth + 1))
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  if (typeof fields.type === 'string' && fields.type.endsWith('-postcondition'))
    return conditionOf(fields)
  if (typeof fields.type === 'string' && Object.hasOwn(makers, fields.type))
    return clarityOf(fields)
  const known = Object.entries(fields).filter(([, one]) => one !== undefined)
  return Object.fromEntries(known.map(([name, one]) => [name, writeValue(one, name, depth + 1)]))
}

function unitsOf(value: unknown, key: string): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value)
  return refuseParams(`${key} is no whole number`)
}

function modeOf(value: unknown): unknown {
  if (value === 1) return 'allow'
  return value === 2 ? 'deny' : value
}

/** A network by name, or as a network object of the Stacks libraries. */
function networkOf(value: unknown): unknown {
  const { chainId } = (typeof value === 'object' && value !== null ? value : {}) as {
    chainId?: unknown
  }
  if (chainId === 1) return 'mainnet'
  return chainId === 0x80000000 ? 'testnet' : value
}

const makers: Readonly<Record<string, (value: unknown, depth: number) => string>> = {
  int: (value) => clarity.int(integerOf(value)),
  uint: (value) => clarity.uint(integerOf(value)),
  true: () => clarity.bool(true),
  false: () => clarity.bool(false),
  address: (value) => clarity.principal(String(value)),
  contract: (value) => clarity.principal(String(value)),
  buffer: (value) => clarity.buffer(bytesOf(value)),
  ascii: (value) => clarity.ascii(String(value)),
  utf8: (value) => clarity.utf8(String(value)),
  none: () => clarity.none(),
  some: (value, depth) => clarity.some(clarityOf(value, depth)),
  ok: (value, depth) => clarity.ok(clarityOf(value, depth)),
  err: (value, depth) => clarity.err(clarityOf(value, depth)),
  list: (value, depth) =>
    clarity.list((Array.isArray(value) ? value : []).map((one) => clarityOf(one, depth))),
  tuple: (value, depth) =>
    clarity.tuple(
      Object.fromEntries(
        Object.entries(value as Fields).map(([name, one]) => [name, clarityOf(one, depth)]),
      ),
    ),
}

function clarityOf(value: unknown, depth = 0): string {
  const { type, value: inner } = (value ?? {}) as { type?: unknown; value?: unknown }
  if (depth > deepest) return refuseParams('a Clarity value is too deep')
  const make = typeof type === 'string' && Object.hasOwn(makers, type) ? makers[type] : undefined
  return make ? make(inner, depth + 1) : refuseParams('a Clarity value is of no known type')
}

function integerOf(value: unknown): bigint {
  const isWhole =
    typeof value === 'bigint' || Number.isSafeInteger(value) || /^-?\d{1,40}$/.test(String(value))
  return isWhole ? BigInt(value as bigint) : refuseParams('an integer of a Clarity value is none')
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string' || value.length % 2 === 1 || /[^0-9a-f]/i.test(value))
    return refuseParams('a buffer is no hex')
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const comparisons: Readonly<Record<string, 'equal' | 'more' | 'at-least' | 'less' | 'at-most'>> = {
  eq: 'equal',
  gt: 'more',
  gte: 'at-least',
  lt: 'less',
  lte: 'at-most',
}

function conditionOf({ type, address, condition, amount, asset, assetId }: Fields): string {
  const principal = String(address)
  const is = comparisons[String(condition)]
  if (type === 'nft-postcondition' && (condition === 'sent' || condition === 'not-sent'))
    return writePostCondition({
      kind: 'collectible',
      principal,
      is: condition,
      asset: String(asset),
      id: clarityOf(assetId),
    })
  if (!is) return refuseParams('a post-condition compares in no known way')
  const units = unitsOf(amount, 'amount')
  if (type === 'stx-postcondition')
    return writePostCondition({ kind: 'stx', principal, is, amount: units })
  if (type === 'ft-postcondition')
    return writePostCondition({
      kind: 'token',
      principal,
      is,
      amount: units,
      asset: String(asset),
    })
  return refuseParams('a post-condition is of no known kind')
}

function refuseParams(message: string): never {
  throw new JsonRpcError(message, JsonRpcErrorCode.InvalidParams)
}
