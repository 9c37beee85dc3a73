import type { ApprovalRequest, Reading, Step } from '../reading.ts'
import { evmAddress, listOf, ownField, parseQuantity } from '../shapes.ts'
import { readBatchCalls } from './abi-calls.ts'
import { readOwnCalls } from './own-calls.ts'
import { feeFields, hasOnlyFields, readPrice, refuseRequest, sumOfFields } from './smart-fields.ts'
import { zeroAddress } from './smart-forms.ts'

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

/**
 * Reads a batch that the wallet's EOA sends to itself (`batchMethod`), and the EIP-7702 delegate
 * that the transaction sets. A delegate other than the operator's is refused.
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
  const reading = readOwnCalls(request, calls, delegations)
  return reading.kind === 'transaction' ? { ...reading, fee: gas * price } : reading
}

/**
 * Reads the transaction that ends the EIP-7702 delegation of the wallet's EOA (`endingMethod`). It
 * may do nothing else.
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
