import { entryPoint } from '@latchkey/protocol/vault'
import { smartAddress, smartSalt } from '../../keys/smart-address.ts'
import type { ApprovalRequest, Reading, Step } from '../reading.ts'
import {
  evmAddress,
  isHexBytes,
  isRecord,
  listOf,
  ownField,
  parseQuantity,
  rawText,
} from '../shapes.ts'
import { encodeCreateAccount, type PlainCall, readBatchCalls, readExecute } from './abi-calls.ts'
import { warningsOfStep } from './call.ts'
import { zeroAddress } from './smart-forms.ts'
import { decodeCall, uniqueWarnings } from './transaction.ts'

const gasFields = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const
const sponsorGasFields = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const
const feeFields = ['maxFeePerGas', 'maxPriorityFeePerGas'] as const
const operationFields = new Set([
  'sender',
  'nonce',
  'factory',
  'factoryData',
  'callData',
  'paymaster',
  'paymasterData',
  ...gasFields,
  ...sponsorGasFields,
  ...feeFields,
])
const batchFields = new Set([
  'from',
  'to',
  'value',
  'data',
  'nonce',
  'gas',
  'chainId',
  'authorizationList',
  ...feeFields,
])
const authorizationFields = new Set(['address', 'chainId', 'nonce'])

/** More gas than any chain's block holds: a bundler's higher estimate is refused. */
const maxGas = 1n << 32n
const maxFeePerUnit = 1n << 64n

const refuseRequest = (
  request: ApprovalRequest,
  reason: 'shape' | 'account' = 'shape',
): Reading => ({
  kind: 'unreadable',
  reason,
  raw: rawText(request.params),
})

/**
 * Reads an operation of the contract account (`operationMethod`) as a whole. It is unreadable when
 * it is of another account, uses a factory that is not the operator's, uses a paymaster although
 * the operator names no sponsor, or contains calls that would change the account itself.
 */
export function readOperation(request: ApprovalRequest): Reading {
  const { smart } = request
  const [operation, point] = listOf(request.params, 2) ?? []
  if (
    !smart ||
    !hasOnlyFields(operation, operationFields) ||
    evmAddress(point) !== entryPoint.toLowerCase()
  )
    return refuseRequest(request)
  const account = smartAddress(smart, smart.owner).toLowerCase()
  if (
    evmAddress(ownField(operation, 'sender')) !== account ||
    request.account.toLowerCase() !== account
  )
    return refuseRequest(request, 'account')
  const data = ownField(operation, 'callData')
  const calls = typeof data === 'string' ? readExecute(data) : null
  const accountCreation = readAccountCreation(operation, smart)
  const payer = readPayer(operation, smart)
  if (
    !calls ||
    accountCreation === null ||
    payer === null ||
    parseQuantity(ownField(operation, 'nonce')) === null
  )
    return refuseRequest(request)
  const gas = sumOfFields(
    operation,
    payer === undefined ? gasFields : [...gasFields, ...sponsorGasFields],
  )
  const price = readPrice(operation)
  if (gas === null || price === null) return refuseRequest(request)
  const reading = readCalls(request, calls, [])
  if (reading.kind !== 'transaction') return reading
  return {
    ...reading,
    fee: payer === undefined ? gas * price : 0n,
    ...(payer !== undefined && { payer }),
    ...(accountCreation && { makesAccount: true as const }),
  }
}

/**
 * Reads a batch that the key's own account sends to itself (`batchMethod`), and the EIP-7702
 * delegate that the transaction sets. A delegate other than the operator's is refused.
 */
export function readBatchTransaction(request: ApprovalRequest): Reading {
  const { smart } = request
  const [tx] = listOf(request.params, 1) ?? []
  if (!smart?.delegate || !hasOnlyFields(tx, batchFields)) return refuseRequest(request)
  const account = smart.owner.toLowerCase()
  const isOwnAccount = [ownField(tx, 'from'), ownField(tx, 'to'), request.account].every(
    (one) => evmAddress(one) === account,
  )
  if (!isOwnAccount) return refuseRequest(request, 'account')
  const data = ownField(tx, 'data')
  const calls = typeof data === 'string' ? readBatchCalls(data) : null
  const [nonce, gas, price] = [
    parseQuantity(ownField(tx, 'nonce')),
    sumOfFields(tx, ['gas']),
    readPrice(tx),
  ]
  const chain = BigInt(request.chain.slice('eip155:'.length))
  if (!calls || nonce === null || gas === null || price === null) return refuseRequest(request)
  if (ownField(tx, 'value') !== '0x0' || parseQuantity(ownField(tx, 'chainId')) !== chain)
    return refuseRequest(request)
  const delegations = readDelegation(ownField(tx, 'authorizationList'), {
    to: smart.delegate,
    chain,
    nonce: nonce + 1n,
  })
  if (!delegations) return refuseRequest(request)
  const reading = readCalls(request, calls, delegations)
  return reading.kind === 'transaction' ? { ...reading, fee: gas * price } : reading
}

/**
 * Reads the end of the delegation of the key's own account (`endingMethod`), which must do nothing
 * else.
 */
export function readDelegationEnd(request: ApprovalRequest): Reading {
  const { smart } = request
  const [tx] = listOf(request.params, 1) ?? []
  if (!hasOnlyFields(tx, batchFields)) return refuseRequest(request)
  const account = (smart?.owner ?? request.account).toLowerCase()
  const isOwnAccount = [ownField(tx, 'from'), ownField(tx, 'to'), request.account].every(
    (one) => evmAddress(one) === account,
  )
  if (!isOwnAccount) return refuseRequest(request, 'account')
  const [nonce, gas, price] = [
    parseQuantity(ownField(tx, 'nonce')),
    sumOfFields(tx, ['gas']),
    readPrice(tx),
  ]
  const chain = BigInt(request.chain.slice('eip155:'.length))
  if (nonce === null || gas === null || price === null) return refuseRequest(request)
  if (
    ownField(tx, 'data') !== '0x' ||
    ownField(tx, 'value') !== '0x0' ||
    parseQuantity(ownField(tx, 'chainId')) !== chain
  )
    return refuseRequest(request)
  const [cleared] =
    readDelegation(ownField(tx, 'authorizationList'), {
      to: zeroAddress,
      chain,
      nonce: nonce + 1n,
    }) ?? []
  if (!cleared) return refuseRequest(request)
  return {
    kind: 'transaction',
    steps: [{ kind: 'delegate', to: zeroAddress, chain, isCleared: true }],
    warnings: [],
    fee: gas * price,
  }
}

/**
 * Whether a call would act as the owner of one of the key's accounts, directly or through the entry
 * point. No page may do that.
 */
export function canChangeOwnAccount({ to, data }: PlainCall, accounts: readonly string[]): boolean {
  const protectedAddresses = [...accounts, entryPoint].map((one) => one.toLowerCase())
  // ERC-7821 reads the zero address as the account's own.
  return to === zeroAddress || (data !== '0x' && protectedAddresses.includes(to))
}

function readCalls(
  request: ApprovalRequest,
  calls: readonly PlainCall[],
  precedingSteps: readonly Step[],
): Reading {
  const accounts = request.smart
    ? [request.smart.owner, smartAddress(request.smart, request.smart.owner)]
    : []
  if (calls.some((call) => canChangeOwnAccount(call, accounts))) return refuseRequest(request)
  const decodedCalls = calls.map(({ to, value, data }) =>
    decodeCall({ to, value: `0x${value.toString(16)}`, data }),
  )
  const readableCalls = decodedCalls.flatMap((decodedCall) => decodedCall ?? [])
  if (readableCalls.length !== calls.length) return refuseRequest(request)
  const steps = [...precedingSteps, ...readableCalls.flatMap((decodedCall) => decodedCall.steps)]
  return {
    kind: 'transaction',
    steps,
    warnings: uniqueWarnings([
      ...precedingSteps.flatMap(warningsOfStep),
      ...readableCalls.flatMap(({ warnings }) => warnings),
    ]),
    ...(steps.length > 1 && { batch: 'all-or-nothing' as const }),
  }
}

/**
 * Whether the operation creates the account; null when it would do so by anything else than the
 * operator's factory with this key's salt.
 */
function readAccountCreation(
  operation: Record<string, unknown>,
  smart: NonNullable<ApprovalRequest['smart']>,
): boolean | null {
  const [factory, factoryData] = [
    ownField(operation, 'factory'),
    ownField(operation, 'factoryData'),
  ]
  if (factory === undefined && factoryData === undefined) return false
  const isSmartFactory = evmAddress(factory) === smart.factory.toLowerCase()
  return isSmartFactory && factoryData === encodeCreateAccount(smart.owner, smartSalt(smart.owner))
    ? true
    : null
}

/**
 * The paymaster; undefined when there is none, null when the fields are incomplete or the operator
 * names no sponsor.
 */
function readPayer(
  operation: Record<string, unknown>,
  smart: NonNullable<ApprovalRequest['smart']>,
): string | null | undefined {
  const fields = ['paymaster', 'paymasterData', ...sponsorGasFields].map((name) =>
    ownField(operation, name),
  )
  if (fields.every((field) => field === undefined)) return undefined
  const payer = evmAddress(fields[0])
  return smart.sponsor !== undefined && isHexBytes(fields[1]) ? payer : null
}

function readDelegation(
  value: unknown,
  expectedDelegation: { readonly to: string; readonly chain: bigint; readonly nonce: bigint },
): readonly Step[] | null {
  if (value === undefined) return []
  const [one, ...extraItems] = listOf(value, 1) ?? []
  if (!hasOnlyFields(one, authorizationFields) || extraItems.length > 0) return null
  const [to, chain, nonce] = [
    evmAddress(ownField(one, 'address')),
    parseQuantity(ownField(one, 'chainId')),
    parseQuantity(ownField(one, 'nonce')),
  ]
  if (
    to !== expectedDelegation.to.toLowerCase() ||
    chain !== expectedDelegation.chain ||
    nonce !== expectedDelegation.nonce
  )
    return null
  return [{ kind: 'delegate', to, chain, isCleared: false, isOwners: true }]
}

/** Sum of gas over these fields; null when one is missing or too large. */
function sumOfFields(record: Record<string, unknown>, names: readonly string[]): bigint | null {
  const values = names.map((name) => parseQuantity(ownField(record, name)))
  if (values.some((value) => value === null || value > maxGas)) return null
  return values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)
}

function readPrice(record: Record<string, unknown>): bigint | null {
  const [most, tip] = feeFields.map((name) => parseQuantity(ownField(record, name)))
  return most != null && tip != null && tip <= most && most <= maxFeePerUnit ? most : null
}

function hasOnlyFields(
  value: unknown,
  fields: ReadonlySet<string>,
): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).every((name) => fields.has(name))
}
