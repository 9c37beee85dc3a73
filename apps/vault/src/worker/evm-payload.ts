import { LatchkeyError } from '@latchkey/protocol'
import {
  hexToBytes,
  type TransactionSerializable,
  type TypedDataDefinition,
  validateTypedData,
} from 'viem'
import type { EvmPayload } from '../keys/sign-evm.ts'
import type { ShownRequest } from '../payload-hash.ts'

type Fields = Readonly<Record<string, unknown>>
type Hex = `0x${string}`

/** Names of ERC-7739's structs, in which contract accounts sign typed data and messages. */
export const nestedTypes: ReadonlySet<string> = new Set(['PersonalSign', 'TypedDataSign'])

/**
 * Makes the signing data for an approved request.
 * @param address - the only account; a request that names another is refused
 * @throws LatchkeyError `rpc-invalid-params`
 */
export function evmPayload({ chain, method, params }: ShownRequest, address: string): EvmPayload {
  const [first] = Array.isArray(params) ? (params as unknown[]) : []
  const chainId = Number(chain.slice('eip155:'.length))
  if (method === 'personal_sign') {
    const message = readSignedMessage(params, address)
    // A message that may be the hash of a user operation is refused: the key's signature of it
    // would be the contract account's own signature of the operation.
    if (message.length === 32) throw invalidParams('32 bytes are not signed as a message')
    return { kind: 'message', message }
  }
  if (method === 'eth_signTypedData_v4') {
    const typedData = readTypedData(params, chainId, address)
    // Nested typed data is refused: the key's signature of it would be the contract account's own
    // signature of a message (ERC-7739).
    if (nestedTypes.has(String(typedData.primaryType)))
      throw invalidParams('typed data of a contract account')
    return { kind: 'typed', typed: typedData }
  }
  if (method === 'eth_sendTransaction')
    return { kind: 'transaction', transaction: readFields(first, chainId, address) }
  throw invalidParams(method)
}

/** The bytes that `personal_sign` signs: hex is decoded, any other text is taken as UTF-8. */
export function readSignedMessage(params: unknown, address: string): Uint8Array {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  checkAccount(second, address)
  if (typeof first !== 'string') throw invalidParams('no message')
  const isBytes = /^0x(?:[0-9a-f]{2})*$/i.test(first)
  return isBytes ? hexToBytes(first as Hex) : new TextEncoder().encode(first)
}

/** Reads the typed data of `eth_signTypedData_v4`. Its domain must name this chain, or no chain. */
export function readTypedData(
  params: unknown,
  chainId: number,
  address: string,
): TypedDataDefinition {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  checkAccount(first, address)
  return readTypedDataParam(second, chainId)
}

function readTypedDataParam(value: unknown, chainId: number): TypedDataDefinition {
  try {
    const typedData = (typeof value === 'string' ? JSON.parse(value) : value) as TypedDataDefinition
    validateTypedData(typedData)
    const domainChainId = typedData.domain?.chainId
    if (domainChainId !== undefined && BigInt(domainChainId) !== BigInt(chainId))
      throw invalidParams('typed data for another chain')
    return typedData
  } catch (cause) {
    throw invalidParams('typed data is not in the format of EIP-712', cause)
  }
}

/**
 * All fields must be present, because the visitor saw all of them: the worker adds none after the
 * approval.
 */
function readFields(value: unknown, chainId: number, address: string): TransactionSerializable {
  const fields = (value ?? {}) as Fields
  checkAccount(fields.from, address)
  if (fields.chainId !== undefined && readQuantity(fields.chainId, 'chainId') !== BigInt(chainId))
    throw invalidParams('a transaction for another chain')
  const { to } = fields
  if (to !== undefined && (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to)))
    throw invalidParams('to')
  const data = fields.data ?? '0x'
  if (typeof data !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(data)) throw invalidParams('data')
  const sharedFields = {
    chainId,
    nonce: Number(readQuantity(fields.nonce, 'nonce')),
    gas: readQuantity(fields.gas, 'gas'),
    value: fields.value === undefined ? 0n : readQuantity(fields.value, 'value'),
    data: data as Hex,
    ...(to !== undefined && { to: to.toLowerCase() as Hex }),
  }
  if (fields.gasPrice !== undefined)
    return { ...sharedFields, type: 'legacy', gasPrice: readQuantity(fields.gasPrice, 'gasPrice') }
  const maxFeePerGas = readQuantity(fields.maxFeePerGas, 'maxFeePerGas')
  const maxPriorityFeePerGas = readQuantity(fields.maxPriorityFeePerGas, 'maxPriorityFeePerGas')
  return { ...sharedFields, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

function readQuantity(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw invalidParams(name)
  return BigInt(value)
}

function checkAccount(value: unknown, address: string): void {
  if (typeof value !== 'string' || value.toLowerCase() !== address.toLowerCase())
    throw invalidParams('another account')
}

function invalidParams(reason: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason, cause })
}
