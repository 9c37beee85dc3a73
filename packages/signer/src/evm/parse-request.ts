import {
  type Address,
  bytesToHex,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  isHex,
  stringToHex,
} from 'viem'
import { parseChainNumber, toRecord } from '../chain.ts'
import { ProviderError } from '../provider/provider-error.ts'

const maxLength = 131_072

/** The fields of a transaction that a page may set; the others are filled in. */
export interface TransactionRequest {
  readonly from: Address
  readonly to?: Address
  readonly value: bigint
  readonly data: Hex
  readonly gas?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly nonce?: number
  readonly chain?: number
}

/** Reads the parameters of personal_sign: `[data, address]`. Errors: -32602. */
export function parseMessage(params: unknown): { account: Address; bytes: Hex; text?: string } {
  const [data, address] = toList(params)
  if (typeof data !== 'string' || data.length > maxLength)
    throw invalidParams('personal_sign: data must be text')
  const bytes = isHex(data) && data.length % 2 === 0 ? data : stringToHex(data)
  const text = decodeReadable(bytes)
  return { account: toAddress(address), bytes, ...(text === undefined ? {} : { text }) }
}

/** Reads the parameters of eth_signTypedData_v4: `[address, json]`. Errors: -32602. */
export function parseTypedData(params: unknown): {
  account: Address
  data: {
    types: Record<string, unknown>
    domain: Record<string, unknown>
    primaryType: string
    message: Record<string, unknown>
  }
} {
  const [address, raw] = toList(params)
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw ?? null)
  if (text.length > maxLength) throw invalidParams('eth_signTypedData_v4: too long')
  const { types, domain, primaryType, message } = toRecord(parseJson(text))
  if (
    typeof primaryType !== 'string' ||
    !isRecord(types) ||
    !isRecord(domain) ||
    !isRecord(message)
  ) {
    throw invalidParams('eth_signTypedData_v4: types, domain, primaryType and message are required')
  }
  return { account: toAddress(address), data: { types, domain, primaryType, message } }
}

/**
 * Reads the parameters of eth_sendTransaction: `[transaction]`, quantities in hex. Errors: -32602.
 */
export function parseTransaction(params: unknown): TransactionRequest {
  const requestFields = toRecord(toList(params)[0])
  const readQuantity = (name: string): bigint | undefined => {
    const value = requestFields[name]
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
      throw invalidParams(`${name} must be a hex quantity`)
    return BigInt(value)
  }
  const data = requestFields.data ?? requestFields.input ?? '0x'
  if (!isHex(data) || data.length % 2 !== 0 || data.length > maxLength)
    throw invalidParams('data must be hex bytes')
  const nonce = readQuantity('nonce')
  if (nonce !== undefined && nonce > BigInt(Number.MAX_SAFE_INTEGER))
    throw invalidParams('nonce is too large')
  const recipient =
    requestFields.to === undefined || requestFields.to === null
      ? undefined
      : toAddress(requestFields.to)
  if (recipient === undefined && data === '0x') throw invalidParams('to or data is required')
  const gas = readQuantity('gas')
  const maxFeePerGas = readQuantity('maxFeePerGas') ?? readQuantity('gasPrice')
  const maxPriorityFeePerGas = readQuantity('maxPriorityFeePerGas')
  return {
    from: toAddress(requestFields.from),
    value: readQuantity('value') ?? 0n,
    data,
    ...(recipient === undefined ? {} : { to: recipient }),
    ...(gas === undefined ? {} : { gas }),
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
    ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
    ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
    ...(requestFields.chainId === undefined
      ? {}
      : { chain: parseChainNumber(requestFields.chainId) }),
  }
}

/** Returns `params` as an array; absent params are an empty one. */
export function toList(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : []
}

function toAddress(value: unknown): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false }))
    throw invalidParams('not an address')
  return getAddress(value)
}

function decodeReadable(bytes: Hex): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(bytes))
    // Text with invisible or direction-changing characters is not shown as text, because it would
    // differ from the signed bytes.
    return bytesToHex(new TextEncoder().encode(text)) === bytes.toLowerCase() &&
      !/[\p{Cc}\p{Cf}]/u.test(text.replaceAll(/[\n\r\t]/g, ''))
      ? text
      : undefined
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParams('not JSON')
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalidParams(message: string): ProviderError {
  return new ProviderError(-32602, message)
}
