import type { ApprovalRequest, Reading, Step, Warning } from '../reading.ts'
import {
  evmAddress,
  isHexBytes,
  isRecord,
  listOf,
  ownField,
  quantityOf,
  rawText,
} from '../shapes.ts'
import { mostCalls } from './abi-calls.ts'
import { readCall, warningsOf } from './call.ts'

const mostGas = 1n << 64n

interface Part {
  readonly steps: readonly Step[]
  readonly warnings: readonly Warning[]
}

const refuseRequest = (asked: ApprovalRequest, reason: 'shape' | 'account' = 'shape'): Reading => ({
  kind: 'unreadable',
  reason,
  raw: rawText(asked.params),
})

/** Reads `eth_sendTransaction` and `eth_signTransaction`: one transaction, quantities in hex. */
export function readTransaction(asked: ApprovalRequest): Reading {
  const [tx] = listOf(asked.params, 4) ?? []
  if (!isRecord(tx)) return refuseRequest(asked)
  if (
    ownField(tx, 'from') !== undefined &&
    evmAddress(ownField(tx, 'from')) !== asked.account.toLowerCase()
  )
    return refuseRequest(asked, 'account')
  const part = readPart(tx)
  const delegations = readDelegations(ownField(tx, 'authorizationList'))
  if (!part || !delegations) return refuseRequest(asked)
  const gas = firstQuantity(tx, 'gas', 'gasLimit')
  const price = firstQuantity(tx, 'maxFeePerGas', 'gasPrice')
  if (gas === null || price === null || (gas ?? 0n) > mostGas) return refuseRequest(asked)
  // A transaction that only carries an authorisation moves nothing.
  const moves = part.steps.filter(
    (step) => delegations.length === 0 || step.kind !== 'send-coin' || step.amount > 0n,
  )
  const steps = [...delegations, ...moves]
  return {
    kind: 'transaction',
    steps,
    warnings: uniqueWarnings([
      ...part.warnings,
      ...delegations.flatMap(warningsOf),
      ...(isOtherChain(ownField(tx, 'chainId'), asked.chain) ? (['chain-mismatch'] as const) : []),
    ]),
    ...(gas !== undefined && price !== undefined && { fee: gas * price }),
    ...(asked.method === 'eth_signTransaction' && { isSentByPage: true }),
  }
}

/** Reads `wallet_sendCalls` (EIP-5792): every call, in order. */
export function readBatch(asked: ApprovalRequest): Reading {
  const [batch] = listOf(asked.params, 2) ?? []
  if (!isRecord(batch)) return refuseRequest(asked)
  if (
    ownField(batch, 'from') !== undefined &&
    evmAddress(ownField(batch, 'from')) !== asked.account.toLowerCase()
  )
    return refuseRequest(asked, 'account')
  const calls = listOf(ownField(batch, 'calls'), mostCalls)
  if (!calls || calls.length === 0) return refuseRequest(asked)
  const parts: Part[] = []
  for (const call of calls) {
    const part = isRecord(call) ? readPart(call) : null
    if (!part) return refuseRequest(asked)
    parts.push(part)
  }
  const isAtomic = ownField(batch, 'atomicRequired') === true
  return {
    kind: 'transaction',
    steps: parts.flatMap(({ steps }) => steps),
    warnings: uniqueWarnings([
      ...parts.flatMap(({ warnings }) => warnings),
      ...(isOtherChain(ownField(batch, 'chainId'), asked.chain)
        ? (['chain-mismatch'] as const)
        : []),
      ...(isAtomic || calls.length === 1 ? [] : (['not-atomic'] as const)),
    ]),
    batch: isAtomic ? 'all-or-nothing' : 'one-by-one',
  }
}

/**
 * Reads the signature of one EIP-7702 authorisation:
 * `[{ address | contractAddress, chainId, nonce }]`.
 */
export function readAuthorization(asked: ApprovalRequest): Reading {
  const [one] = listOf(asked.params, 2) ?? []
  const steps = readDelegations([one])
  return steps
    ? {
        kind: 'transaction',
        steps,
        warnings: uniqueWarnings(steps.flatMap(warningsOf)),
        isSentByPage: true,
      }
    : refuseRequest(asked)
}

/** Reads one call; null when it is invalid. */
export function readPart(call: Record<string, unknown>): Part | null {
  const value = firstQuantity(call, 'value')
  const data = ownField(call, 'data') ?? ownField(call, 'input') ?? '0x'
  const input = ownField(call, 'input')
  // Two names of one field with different values: it is unclear which one is signed.
  if (
    value === null ||
    !isHexBytes(data) ||
    (input !== undefined && input !== null && input !== data)
  )
    return null
  const target = ownField(call, 'to')
  const coin = value ?? 0n
  if (target === undefined || target === null) {
    if (data === '0x') return null
    const deploy: Step = { kind: 'deploy', data }
    return {
      steps: [deploy, ...(coin > 0n ? [{ kind: 'send-coin', amount: coin, to: '' } as const] : [])],
      warnings: ['unknown-call'],
    }
  }
  const to = evmAddress(target)
  if (!to) return null
  const transfer: Step = { kind: 'send-coin', amount: coin, to }
  if (data === '0x') return { steps: [transfer], warnings: [] }
  const { step, warnings } = readCall(to, data)
  return { steps: [...(coin > 0n ? [transfer] : []), step], warnings }
}

function readDelegations(value: unknown): readonly Step[] | null {
  if (value === undefined || value === null) return []
  const list = listOf(value, mostCalls)
  if (!list) return null
  const steps: Step[] = []
  for (const one of list) {
    if (!isRecord(one)) return null
    const to = evmAddress(ownField(one, 'address') ?? ownField(one, 'contractAddress'))
    const id = ownField(one, 'chainId')
    const chain =
      typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? BigInt(id) : quantityOf(id)
    if (!to || chain === null) return null
    steps.push({ kind: 'delegate', to, chain, isCleared: /^0x0+$/.test(to) })
  }
  return steps
}

/** The first of these fields that is present; undefined without one, null when no quantity. */
function firstQuantity(
  record: Record<string, unknown>,
  ...names: readonly string[]
): bigint | null | undefined {
  for (const name of names) {
    const value = ownField(record, name)
    if (value !== undefined && value !== null) return quantityOf(value)
  }
  return undefined
}

function isOtherChain(value: unknown, chain: string): boolean {
  if (value === undefined || value === null) return false
  const id =
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? BigInt(value)
      : quantityOf(value)
  return id === null || `eip155:${id}` !== chain
}

export function uniqueWarnings(list: readonly Warning[]): readonly Warning[] {
  return [...new Set(list)]
}
