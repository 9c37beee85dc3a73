import { entryPoint } from '@latchkey/protocol/vault'
import { smartAddress, smartSalt } from '../../keys/smart-address.ts'
import type { ApprovalRequest, Reading } from '../reading.ts'
import { evmAddress, isHexBytes, listOf, ownField, parseQuantity } from '../shapes.ts'
import { encodeCreateAccount, readExecute } from './abi-calls.ts'
import { readOwnCalls } from './own-calls.ts'
import { feeFields, hasOnlyFields, readPrice, refuseRequest, sumOfFields } from './smart-fields.ts'

const gasFields = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const
const sponsorGasFields = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const
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

/**
 * Reads a user operation of the contract account (`operationMethod`) as a whole. It is unreadable
 * when it is of another account, uses a factory that is not the operator's, uses a paymaster
 * although the operator has not configured a sponsor, or contains calls that would change the
 * account itself.
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
  const reading = readOwnCalls(request, calls, [])
  if (reading.kind !== 'transaction') return reading
  return {
    ...reading,
    fee: payer === undefined ? gas * price : 0n,
    ...(payer !== undefined && { payer }),
    ...(accountCreation && { makesAccount: true as const }),
  }
}

/**
 * Whether the user operation creates the contract account; null when it would not do so by the
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
 * The paymaster of a user operation; undefined when it has none, null when the fields are
 * incomplete or the operator has not configured a sponsor.
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
