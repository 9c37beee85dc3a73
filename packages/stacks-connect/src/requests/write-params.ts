import { clarity, writePostCondition } from '@latchkey/stacks'
import { JsonRpcError, JsonRpcErrorCode } from './json-rpc-error.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields in base units, which may be written in several types. */
const amountFields = ['amount', 'fee', 'nonce']
const maxDepth = 32

/**
 * Converts parameters in the form of `@stacks/connect` to that of requests: amounts to bigint,
 * Clarity values and post-conditions of the Stacks libraries to hex; undefined fields are left out.
 * Throws `JsonRpcError` −32602.
 */
export function writeParams(params: unknown): unknown {
  return writeValue(params, '', 0)
}

function writeValue(value: unknown, key: string, depth: number): unknown {
  if (depth > maxDepth) return refuseParams(`${key} is too deep`)
  if (amountFields.includes(key) && value !== undefined) return readUnits(value, key)
  if (key === 'postConditionMode') return writeMode(value)
  if (key === 'network') return writeNetwork(value)
  if (Array.isArray(value)) return value.map((item) => writeValue(item, key, depth + 1))
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  if (typeof fields.type === 'string' && fields.type.endsWith('-postcondition'))
    return writeCondition(fields)
  if (typeof fields.type === 'string' && Object.hasOwn(clarityMakers, fields.type))
    return writeClarity(fields)
  const definedFields = Object.entries(fields).filter(([, item]) => item !== undefined)
  return Object.fromEntries(
    definedFields.map(([name, item]) => [name, writeValue(item, name, depth + 1)]),
  )
}

function readUnits(value: unknown, key: string): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value)
  return refuseParams(`${key} is no whole number`)
}

function writeMode(value: unknown): unknown {
  if (value === 1) return 'allow'
  return value === 2 ? 'deny' : value
}

/** A network by name, or as a network object of the Stacks libraries. */
function writeNetwork(value: unknown): unknown {
  const { chainId } = (typeof value === 'object' && value !== null ? value : {}) as {
    chainId?: unknown
  }
  if (chainId === 1) return 'mainnet'
  return chainId === 0x80000000 ? 'testnet' : value
}

const clarityMakers: Readonly<Record<string, (value: unknown, depth: number) => string>> = {
  int: (value) => clarity.int(integerOf(value)),
  uint: (value) => clarity.uint(integerOf(value)),
  true: () => clarity.bool(true),
  false: () => clarity.bool(false),
  address: (value) => clarity.principal(String(value)),
  contract: (value) => clarity.principal(String(value)),
  buffer: (value) => clarity.buffer(readBytes(value)),
  ascii: (value) => clarity.ascii(String(value)),
  utf8: (value) => clarity.utf8(String(value)),
  none: () => clarity.none(),
  some: (value, depth) => clarity.some(writeClarity(value, depth)),
  ok: (value, depth) => clarity.ok(writeClarity(value, depth)),
  err: (value, depth) => clarity.err(writeClarity(value, depth)),
  list: (value, depth) =>
    clarity.list((Array.isArray(value) ? value : []).map((item) => writeClarity(item, depth))),
  tuple: (value, depth) =>
    clarity.tuple(
      Object.fromEntries(
        Object.entries(value as Fields).map(([name, item]) => [name, writeClarity(item, depth)]),
      ),
    ),
}

function writeClarity(value: unknown, depth = 0): string {
  const { type, value: inner } = (value ?? {}) as { type?: unknown; value?: unknown }
  if (depth > maxDepth) return refuseParams('a Clarity value is too deep')
  const makeClarityValue =
    typeof type === 'string' && Object.hasOwn(clarityMakers, type) ? clarityMakers[type] : undefined
  return makeClarityValue
    ? makeClarityValue(inner, depth + 1)
    : refuseParams('a Clarity value is of no known type')
}

function integerOf(value: unknown): bigint {
  const isWhole =
    typeof value === 'bigint' || Number.isSafeInteger(value) || /^-?\d{1,40}$/.test(String(value))
  return isWhole ? BigInt(value as bigint) : refuseParams('an integer of a Clarity value is none')
}

function readBytes(value: unknown): Uint8Array {
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

function writeCondition({ type, address, condition, amount, asset, assetId }: Fields): string {
  const principal = String(address)
  const comparison = comparisons[String(condition)]
  if (type === 'nft-postcondition' && (condition === 'sent' || condition === 'not-sent'))
    return writePostCondition({
      kind: 'collectible',
      principal,
      is: condition,
      asset: String(asset),
      id: writeClarity(assetId),
    })
  if (!comparison) return refuseParams('a post-condition compares in no known way')
  const units = readUnits(amount, 'amount')
  if (type === 'stx-postcondition')
    return writePostCondition({ kind: 'stx', principal, is: comparison, amount: units })
  if (type === 'ft-postcondition')
    return writePostCondition({
      kind: 'token',
      principal,
      is: comparison,
      amount: units,
      asset: String(asset),
    })
  return refuseParams('a post-condition is of no known kind')
}

function refuseParams(message: string): never {
  throw new JsonRpcError(message, JsonRpcErrorCode.InvalidParams)
}
