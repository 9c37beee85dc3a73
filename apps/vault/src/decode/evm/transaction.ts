import type { ApprovalRequest, Reading, Step, Warning } from '../reading.ts'
import {
  evmAddress,
  isHexBytes,
  isRecord,
  listOf,
  ownField,
  parseQuantity,
  rawText,
} from '../shapes.ts'
import { maxCalls } from './abi-calls.ts'
import { readCall, warningsOfStep } from './call.ts'

const maxGas = 1n << 64n

interface DecodedCall {
  readonly steps: readonly Step[]
  readonly warnings: readonly Warning[]
}

const refuseRequest = (
  request: ApprovalRequest,
  reason: 'shape' | 'account' = 'shape',
): Reading => ({
  kind: 'unreadable',
  reason,
  raw: rawText(request.params),
})

/** Reads `eth_sendTransaction` and `eth_signTransaction`: one transaction, quantities in hex. */
export function readTransaction(request: ApprovalRequest): Reading {
  const [tx] = listOf(request.params, 4) ?? []
  if (!isRecord(tx)) return refuseRequest(request)
  if (
    ownField(tx, 'from') !== undefined &&
    evmAddress(ownField(tx, 'from')) !== request.account.toLowerCase()
  )
    return refuseRequest(request, 'account')
  const decodedCall = decodeCall(tx)
  const delegations = readDelegations(ownField(tx, 'authorizationList'))
  if (!decodedCall || !delegations) return refuseRequest(request)
  const gas = readFirstQuantity(tx, 'gas', 'gasLimit')
  const price = readFirstQuantity(tx, 'maxFeePerGas', 'gasPrice')
  if (gas === null || price === null || (gas ?? 0n) > maxGas) return refuseRequest(request)
  // A transaction that sets a delegate and sends no coin is shown without the payment of zero.
  const movingSteps = decodedCall.steps.filter(
    (step) => delegations.length === 0 || step.kind !== 'send-coin' || step.amount > 0n,
  )
  const steps = [...delegations, ...movingSteps]
  return {
    kind: 'transaction',
    steps,
    warnings: uniqueWarnings([
      ...decodedCall.warnings,
      ...delegations.flatMap(warningsOfStep),
      ...(isOtherChain(ownField(tx, 'chainId'), request.chain)
        ? (['chain-mismatch'] as const)
        : []),
    ]),
    ...(gas !== undefined && price !== undefined && { fee: gas * price }),
    ...(request.method === 'eth_signTransaction' && { isSentByPage: true }),
  }
}

/** Reads `wallet_sendCalls` (EIP-5792): every call, in order. */
export function readBatch(request: ApprovalRequest): Reading {
  const [batch] = listOf(request.params, 2) ?? []
  if (!isRecord(batch)) return refuseRequest(request)
  if (
    ownField(batch, 'from') !== undefined &&
    evmAddress(ownField(batch, 'from')) !== request.account.toLowerCase()
  )
    return refuseRequest(request, 'account')
  const calls = listOf(ownField(batch, 'calls'), maxCalls)
  if (!calls || calls.length === 0) return refuseRequest(request)
  const decodedCalls: DecodedCall[] = []
  for (const call of calls) {
    const decodedCall = isRecord(call) ? decodeCall(call) : null
    if (!decodedCall) return refuseRequest(request)
    decodedCalls.push(decodedCall)
  }
  const isAtomic = ownField(batch, 'atomicRequired') === true
  return {
    kind: 'transaction',
    steps: decodedCalls.flatMap(({ steps }) => steps),
    warnings: uniqueWarnings([
      ...decodedCalls.flatMap(({ warnings }) => warnings),
      ...(isOtherChain(ownField(batch, 'chainId'), request.chain)
        ? (['chain-mismatch'] as const)
        : []),
      ...(isAtomic || calls.length === 1 ? [] : (['not-atomic'] as const)),
    ]),
    batch: isAtomic ? 'all-or-nothing' : 'one-by-one',
  }
}

/**
 * Reads a request to sign one EIP-7702 authorisation; its params are `[{ address | contractAddress,
 * chainId, nonce }]`.
 */
export function readAuthorization(request: ApprovalRequest): Reading {
  const [item] = listOf(request.params, 2) ?? []
  const steps = readDelegations([item])
  return steps
    ? {
        kind: 'transaction',
        steps,
        warnings: uniqueWarnings(steps.flatMap(warningsOfStep)),
        isSentByPage: true,
      }
    : refuseRequest(request)
}

/** Reads one call of a transaction or batch; null when it is invalid. */
export function decodeCall(call: Record<string, unknown>): DecodedCall | null {
  const value = readFirstQuantity(call, 'value')
  const data = ownField(call, 'data') ?? ownField(call, 'input') ?? '0x'
  const inputField = ownField(call, 'input')
  // A page may call the field with the data `data` or `input`. Different values in the two fields
  // are refused, because it would be unclear which one is signed.
  if (
    value === null ||
    !isHexBytes(data) ||
    (inputField !== undefined && inputField !== null && inputField !== data)
  )
    return null
  const target = ownField(call, 'to')
  const coin = value ?? 0n
  if (target === undefined || target === null) {
    if (data === '0x') return null
    const deployStep: Step = { kind: 'deploy', data }
    return {
      steps: [
        deployStep,
        ...(coin > 0n ? [{ kind: 'send-coin', amount: coin, to: '' } as const] : []),
      ],
      warnings: ['unknown-call'],
    }
  }
  const recipient = evmAddress(target)
  if (!recipient) return null
  const transfer: Step = { kind: 'send-coin', amount: coin, to: recipient }
  if (data === '0x') return { steps: [transfer], warnings: [] }
  const { step, warnings } = readCall(recipient, data)
  return { steps: [...(coin > 0n ? [transfer] : []), step], warnings }
}

function readDelegations(value: unknown): readonly Step[] | null {
  if (value === undefined || value === null) return []
  const list = listOf(value, maxCalls)
  if (!list) return null
  const steps: Step[] = []
  for (const item of list) {
    if (!isRecord(item)) return null
    const recipient = evmAddress(ownField(item, 'address') ?? ownField(item, 'contractAddress'))
    const id = ownField(item, 'chainId')
    const chain =
      typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? BigInt(id) : parseQuantity(id)
    if (!recipient || chain === null) return null
    steps.push({ kind: 'delegate', to: recipient, chain, isCleared: /^0x0+$/.test(recipient) })
  }
  return steps
}

/**
 * Reads the number in the first of these fields that is present: undefined when none is present,
 * null when the value is no JSON-RPC quantity.
 */
function readFirstQuantity(
  record: Record<string, unknown>,
  ...names: readonly string[]
): bigint | null | undefined {
  for (const name of names) {
    const value = ownField(record, name)
    if (value !== undefined && value !== null) return parseQuantity(value)
  }
  return undefined
}

function isOtherChain(value: unknown, chain: string): boolean {
  if (value === undefined || value === null) return false
  const id =
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? BigInt(value)
      : parseQuantity(value)
  return id === null || `eip155:${id}` !== chain
}

export function uniqueWarnings(list: readonly Warning[]): readonly Warning[] {
  return [...new Set(list)]
}
