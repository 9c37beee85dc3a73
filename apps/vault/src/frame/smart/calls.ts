import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { entryPoint } from '@latchkey/protocol/vault'
import { maxCalls, type PlainCall, readExecute } from '../../decode/evm/abi-calls.ts'
import { canChangeOwnAccount } from '../../decode/evm/own-calls.ts'
import { evmAddress, isHexBytes, isRecord, ownField, parseQuantity } from '../../decode/shapes.ts'
import type { SmartAccount } from './account.ts'

/** The calls of a valid `wallet_sendCalls` request (EIP-5792, version 2.0.0). */
export interface AcceptedCalls {
  readonly id?: string
  readonly from?: string
  readonly isAtomic: boolean
  readonly calls: readonly PlainCall[]
}

const batchFields = new Set([
  'version',
  'id',
  'from',
  'chainId',
  'atomicRequired',
  'calls',
  'capabilities',
])
const callFields = new Set(['to', 'value', 'data', 'capabilities'])
const sendFields = new Set([
  'from',
  'to',
  'data',
  'input',
  'value',
  'gas',
  'gasLimit',
  'nonce',
  'chainId',
  'type',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
])
const operationFields = new Set([
  'sender',
  'nonce',
  'callData',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'signature',
])
const maxIdLength = 8_194

/**
 * Reads a page's calls. Any unknown field is refused, so that a page cannot set a factory,
 * paymaster, delegate or code. Calls with data to `account`'s addresses are refused too, because
 * they could change the contract account.
 * @throws `rpc-invalid-params` | `wallet-capability-unsupported` (5700) |
 * `wallet-chain-id-unsupported` (5710) | `wallet-bundle-too-large` (5740)
 */
export function readCalls(
  params: unknown,
  chain: ChainId,
  account: SmartAccount | undefined,
): AcceptedCalls {
  const [firstParam] = Array.isArray(params) ? (params as unknown[]) : []
  const batch = readKnownFields(firstParam, batchFields)
  const { version, id, from, chainId, atomicRequired, calls, capabilities } = batch
  if (version !== '2.0.0') throw invalidParams('version')
  if (`eip155:${parseQuantity(chainId)}` !== chain)
    throw new LatchkeyError('wallet-chain-id-unsupported', {
      sourceCode: 5710,
      reason: String(chainId).slice(0, 40),
    })
  if (typeof atomicRequired !== 'boolean') throw invalidParams('atomicRequired')
  if (id !== undefined && !(typeof id === 'string' && id.length > 0 && id.length <= maxIdLength))
    throw invalidParams('id')
  if (from !== undefined && !evmAddress(from)) throw invalidParams('from')
  refuseCapabilities(capabilities)
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams('calls')
  if (calls.length > maxCalls)
    throw new LatchkeyError('wallet-bundle-too-large', { sourceCode: 5740 })
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof from === 'string' && { from }),
    isAtomic: atomicRequired,
    calls: calls.map((call: unknown) => readCall(readKnownFields(call, callFields), account)),
  }
}

/**
 * Reads `eth_sendTransaction` of a contract account as one call. The page's gas, fees and nonce are
 * left out, because they do not apply to a user operation.
 */
export function readSendTransaction(params: unknown, account: SmartAccount): PlainCall {
  const [firstParam] = Array.isArray(params) ? (params as unknown[]) : []
  const { to: recipient, value, data, input, chainId } = readKnownFields(firstParam, sendFields)
  if (chainId !== undefined && `eip155:${parseQuantity(chainId)}` !== account.chain)
    throw invalidParams('chainId')
  if (data !== undefined && input !== undefined && data !== input) throw invalidParams('input')
  return readCall({ to: recipient, value, data: data ?? input }, account)
}

/**
 * Reads the calls of the contract account's `eth_sendUserOperation`. The vault fills in nonce, gas,
 * fees and signature, and a factory or paymaster of the page is refused.
 */
export function readUserOperation(params: unknown, account: SmartAccount): readonly PlainCall[] {
  const [firstParam, point] = Array.isArray(params) ? (params as unknown[]) : []
  const { sender, callData } = readKnownFields(firstParam, operationFields)
  if (evmAddress(point) !== entryPoint.toLowerCase()) throw invalidParams('another entry point')
  if (evmAddress(sender) !== account.address.toLowerCase()) throw invalidParams('another sender')
  const calls = isHexBytes(callData) ? readExecute(callData.toLowerCase()) : null
  if (!calls) throw invalidParams('callData')
  return calls.map(({ to: recipient, value, data }) =>
    readCall({ to: recipient, value: `0x${value.toString(16)}`, data }, account),
  )
}

/** Reads the calls of a request to estimate their fee; only the shape of the calls is checked. */
export function readEstimateRequest(
  params: unknown,
  chain: ChainId,
): { readonly from: string; readonly calls: readonly PlainCall[] } {
  const [firstParam] = Array.isArray(params) ? (params as unknown[]) : []
  const { from, chainId, calls } = readKnownFields(
    firstParam,
    new Set(['from', 'chainId', 'calls']),
  )
  const sender = evmAddress(from)
  if (!sender || `eip155:${parseQuantity(chainId)}` !== chain)
    throw invalidParams('from or chainId')
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > maxCalls)
    throw invalidParams('calls')
  return {
    from: sender,
    calls: calls.map((call: unknown) => readCall(readKnownFields(call, callFields), undefined)),
  }
}

/**
 * @throws `rpc-invalid-params` for a call with data to one of the key's own accounts, or to the
 *   entry point
 */
export function refuseOwnAccountCall(call: PlainCall, account: SmartAccount | undefined): void {
  if (account && canChangeOwnAccount(call, [account.owner, account.address]))
    throw invalidParams('a call of the account itself')
}

function readCall(
  call: Readonly<Record<string, unknown>>,
  account: SmartAccount | undefined,
): PlainCall {
  const recipient = evmAddress(call.to)
  const data = call.data ?? '0x'
  const value = call.value === undefined ? 0n : parseQuantity(call.value)
  if (!recipient || value === null || !isHexBytes(data))
    throw invalidParams('to, value or data of a call')
  refuseCapabilities(call.capabilities)
  const plainCall = { to: recipient, value, data: data.toLowerCase() }
  refuseOwnAccountCall(plainCall, account)
  return plainCall
}

/**
 * Refuses every capability that a page requires, because capabilities (such as a paymaster) are for
 * the operator to choose.
 */
function refuseCapabilities(value: unknown): void {
  if (value === undefined) return
  if (!isRecord(value)) throw invalidParams('capabilities')
  const unknownName = Object.keys(value).find((name) => {
    const capability = ownField(value, name)
    return !(isRecord(capability) && ownField(capability, 'optional') === true)
  })
  if (unknownName !== undefined)
    throw new LatchkeyError('wallet-capability-unsupported', {
      sourceCode: 5700,
      reason: unknownName.slice(0, 40),
    })
}

function readKnownFields(
  value: unknown,
  fields: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw invalidParams('no object')
  const unknownName = Object.keys(value).find(
    (name) => !fields.has(name) && value[name] !== undefined,
  )
  if (unknownName !== undefined) throw invalidParams(`${unknownName.slice(0, 40)} is not taken`)
  return value
}

function invalidParams(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason })
}
