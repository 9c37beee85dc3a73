import { LatchkeyError } from '@latchkey/protocol'
import { hexToBytes, type TransactionSerializable, type TypedDataDefinition, validateTypedData } from 'viem'
import type { EvmPayload } from '../keys/sign-evm.ts'
import type { ShownRequest } from '../payload-hash.ts'

type Fields = Readonly<Record<string, unknown>>
type Hex = `0x${string}`

/**
 * What an approved request has signed.
 * @param address - the one account; a request that names another is refused
 * @throws LatchkeyError `rpc-invalid-params`
 */
export function evmPayload({ chain, method, params }: ShownRequest, address: string): EvmPayload {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  const chainId = Number(chain.slice('eip155:'.length))
  if (method === 'personal_sign') {
    checkAccount(second, address)
    if (typeof first !== 'string') throw invalid('no message')
    const isBytes = /^0x(?:[0-9a-f]{2})*$/i.test(first)
    return { kind: 'message', message: isBytes ? hexToBytes(first as Hex) : new TextEncoder().encode(first) }
  }
  if (method === 'eth_signTypedData_v4') {
    checkAccount(first, address)
    return { kind: 'typed', typed: readTyped(second, chainId) }
  }
  if (method === 'eth_sendTransaction') return { kind: 'transaction', transaction: readFields(first, chainId, address) }
  throw invalid(method)
}

function readTyped(value: unknown, chainId: number): TypedDataDefinition {
  try {
    const typed = (typeof value === 'string' ? JSON.parse(value) : value) as TypedDataDefinition
    validateTypedData(typed)
    const named = typed.domain?.chainId
    if (named !== undefined && BigInt(named) !== BigInt(chainId)) throw invalid('typed data for another chain')
    return typed
  } catch (cause) {
    throw invalid('typed data is not in the format of EIP-712', cause)
  }
}

/** Every field must be there: the visitor saw them, and nothing is filled in behind the approval. */
function readFields(value: unknown, chainId: number, address: string): TransactionSerializable {
  const fields = (value ?? {}) as Fields
  checkAccount(fields.from, address)
  if (fields.chainId !== undefined && quantity(fields.chainId, 'chainId') !== BigInt(chainId))
    throw invalid('a transaction for another chain')
  const { to } = fields
  if (to !== undefined && (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to))) throw invalid('to')
  const data = fields.data ?? '0x'
  if (typeof data !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(data)) throw invalid('data')
  const shared = {
    chainId,
    nonce: Number(quantity(fields.nonce, 'nonce')),
    gas: quantity(fields.gas, 'gas'),
    value: fields.value === undefined ? 0n : quantity(fields.value, 'value'),
    data: data as Hex,
    ...(to !== undefined && { to: to.toLowerCase() as Hex }),
  }
  if (fields.gasPrice !== undefined)
    return { ...shared, type: 'legacy', gasPrice: quantity(fields.gasPrice, 'gasPrice') }
  const maxFeePerGas = quantity(fields.maxFeePerGas, 'maxFeePerGas')
  const maxPriorityFeePerGas = quantity(fields.maxPriorityFeePerGas, 'maxPriorityFeePerGas')
  return { ...shared, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

function quantity(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw invalid(name)
  return BigInt(value)
}

function checkAccount(value: unknown, address: string): void {
  if (typeof value !== 'string' || value.toLowerCase() !== address.toLowerCase()) throw invalid('another account')
}

function invalid(reason: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason, cause })
}
