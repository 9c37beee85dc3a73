import type { Hex } from 'viem'
import type { ChainTransaction, InternalTransfer } from './chain-block.ts'
import { asAmount, asBytes, asList, asRecord, distrustAnswer } from './read-value.ts'

/** Upper bound of calls in one transaction: ten times what a block's gas allows. */
const maxCalls = 1_000_000
/** Calls that move coin: a delegate call reports its caller's value but moves nothing. */
const valueCallTypes = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the internal transfers of each transaction from `debug_traceBlockByHash` with `callTracer`.
 * @throws `server-error` unless each transaction has its own trace
 */
export function readCallTraces(
  value: unknown,
  transactions: readonly ChainTransaction[],
): readonly (readonly InternalTransfer[])[] {
  const list = asList(value, 'traces', transactions.length)
  if (list.length !== transactions.length) distrustAnswer('traces are not complete')
  return transactions.map((transaction, index) => {
    const subject = `trace of transaction ${index}`
    const item = asRecord(list[index], subject)
    if (item.txHash !== undefined && asBytes(item.txHash, subject, 32) !== transaction.hash)
      distrustAnswer(`${subject} is of another one`)
    const root = asRecord(item.result, subject)
    checkRoot(transaction, subject, root.from, root.value)
    if (!transaction.isSuccess) return []
    return walkCalls(root, subject)
  })
}

/** Walks depth first without recursion, because a node may nest a trace arbitrarily deep. */
function walkCalls(root: Fields, subject: string): InternalTransfer[] {
  const found: InternalTransfer[] = []
  const pendingCalls: { readonly call: Fields; readonly isRoot: boolean }[] = [
    { call: root, isRoot: true },
  ]
  for (let next = pendingCalls.pop(), callCount = 0; next; next = pendingCalls.pop(), callCount++) {
    if (callCount > maxCalls) distrustAnswer(`${subject} has too many calls`)
    const { call, isRoot } = next
    if (call.error !== undefined && call.error !== null) continue
    if (!isRoot && valueCallTypes.has(String(call.type)))
      pushTransfer(found, subject, call.from, call.to, call.value)
    const calls = call.calls === undefined ? [] : asList(call.calls, subject, maxCalls)
    for (const innerCall of calls.toReversed()) {
      pendingCalls.push({ call: asRecord(innerCall, subject), isRoot: false })
    }
  }
  return found
}

/**
 * Reads the internal transfers from `trace_block`: a flat list of actions with the path of each.
 * @throws `server-error` unless every transaction has a root trace, and all traces belong to this
 * block
 */
export function readFlatTraces(
  value: unknown,
  transactions: readonly ChainTransaction[],
  blockHash: Hex,
): readonly (readonly InternalTransfer[])[] {
  const byHash = new Map<string, Fields[]>()
  for (const item of asList(value, 'traces', maxCalls)) {
    const trace = asRecord(item, 'trace')
    if (asBytes(trace.blockHash, 'block of a trace', 32) !== blockHash)
      distrustAnswer('a trace is of another block')
    if (trace.type === 'reward') continue
    const hash = asBytes(trace.transactionHash, 'transaction of a trace', 32)
    const transactionTraces = byHash.get(hash)
    if (transactionTraces) transactionTraces.push(trace)
    else byHash.set(hash, [trace])
  }
  if (byHash.size !== transactions.length) distrustAnswer('traces are not complete')
  return transactions.map((transaction) =>
    readActions(transaction, byHash.get(transaction.hash) ?? []),
  )
}

function readActions(transaction: ChainTransaction, traces: readonly Fields[]): InternalTransfer[] {
  const subject = `trace of transaction ${transaction.place}`
  const found: InternalTransfer[] = []
  const failedPaths: string[] = []
  for (const [index, trace] of traces.entries()) {
    const action = asRecord(trace.action, subject)
    const path = asList(trace.traceAddress, subject, 1024).map((step) => String(step))
    if ((path.length === 0) !== (index === 0)) distrustAnswer(`${subject} has no beginning`)
    if (path.length === 0) {
      checkRoot(transaction, subject, action.from, action.value)
      continue
    }
    const key = `${path.join('.')}.`
    const isFailed = trace.error !== undefined && trace.error !== null
    if (isFailed) failedPaths.push(key)
    if (!transaction.isSuccess || failedPaths.some((prefix) => key.startsWith(prefix))) continue
    if (trace.type === 'suicide')
      pushTransfer(found, subject, action.address, action.refundAddress, action.balance)
    const isCall = trace.type === 'call'
    if (!(isCall ? action.callType === 'call' : trace.type === 'create')) continue
    const to = isCall ? action.to : asRecord(trace.result, subject).address
    pushTransfer(found, subject, action.from, to, action.value)
  }
  if (traces.length === 0) distrustAnswer(`${subject} is missing`)
  return found
}

function checkRoot(
  { from, value }: ChainTransaction,
  subject: string,
  tracedFrom: unknown,
  tracedValue: unknown,
): void {
  if (asBytes(tracedFrom, `sender in ${subject}`, 20) !== from)
    distrustAnswer(`${subject} is of another one`)
  if (tracedValue !== undefined && asAmount(tracedValue, `value in ${subject}`) !== value)
    distrustAnswer(`${subject} moves another value`)
}

function pushTransfer(
  found: InternalTransfer[],
  subject: string,
  from: unknown,
  to: unknown,
  value: unknown,
): void {
  const amount = value === undefined || value === null ? 0n : asAmount(value, `value in ${subject}`)
  if (amount === 0n) return
  found.push({
    from: asBytes(from, `sender in ${subject}`, 20),
    to: asBytes(to, `receiver in ${subject}`, 20),
    value: amount,
  })
}
