import type { Hex } from 'viem'
import type { ChainTransaction, InternalTransfer } from './chain-block.ts'
import { asAmount, asBytes, asList, asRecord, distrustAnswer } from './read-value.ts'

/** Upper bound of the number of calls in one transaction: ten times what a block's gas allows. */
const maxCalls = 1_000_000
/**
 * The kinds of calls that move coin. A delegate call is not one of them: its trace shows the
 * caller's value, but it moves nothing.
 */
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
    const nameInErrors = `trace of transaction ${index}`
    const item = asRecord(list[index], nameInErrors)
    if (item.txHash !== undefined && asBytes(item.txHash, nameInErrors, 32) !== transaction.hash)
      distrustAnswer(`${nameInErrors} is of another one`)
    const rootCall = asRecord(item.result, nameInErrors)
    checkRootCall(transaction, nameInErrors, rootCall.from, rootCall.value)
    if (!transaction.isSuccess) return []
    return walkCalls(rootCall, nameInErrors)
  })
}

/**
 * The tree of calls is walked depth first without recursion, because a node may send a trace of any
 * depth.
 */
function walkCalls(rootCall: Fields, nameInErrors: string): InternalTransfer[] {
  const foundTransfers: InternalTransfer[] = []
  const pendingCalls: { readonly call: Fields; readonly isRoot: boolean }[] = [
    { call: rootCall, isRoot: true },
  ]
  for (
    let pendingCall = pendingCalls.pop(), callCount = 0;
    pendingCall;
    pendingCall = pendingCalls.pop(), callCount++
  ) {
    if (callCount > maxCalls) distrustAnswer(`${nameInErrors} has too many calls`)
    const { call, isRoot } = pendingCall
    if (call.error !== undefined && call.error !== null) continue
    if (!isRoot && valueCallTypes.has(String(call.type)))
      pushTransfer(foundTransfers, nameInErrors, call.from, call.to, call.value)
    const calls = call.calls === undefined ? [] : asList(call.calls, nameInErrors, maxCalls)
    for (const innerCall of calls.toReversed()) {
      pendingCalls.push({ call: asRecord(innerCall, nameInErrors), isRoot: false })
    }
  }
  return foundTransfers
}

/**
 * Reads the internal transfers from `trace_block`: a flat list of calls, each with its path in the
 * tree of calls.
 * @throws `server-error` unless every transaction has a root trace, and all traces belong to this
 * block
 */
export function readFlatTraces(
  value: unknown,
  transactions: readonly ChainTransaction[],
  blockHash: Hex,
): readonly (readonly InternalTransfer[])[] {
  const tracesByHash = new Map<string, Fields[]>()
  for (const item of asList(value, 'traces', maxCalls)) {
    const trace = asRecord(item, 'trace')
    if (asBytes(trace.blockHash, 'block of a trace', 32) !== blockHash)
      distrustAnswer('a trace is of another block')
    if (trace.type === 'reward') continue
    const hash = asBytes(trace.transactionHash, 'transaction of a trace', 32)
    const transactionTraces = tracesByHash.get(hash)
    if (transactionTraces) transactionTraces.push(trace)
    else tracesByHash.set(hash, [trace])
  }
  if (tracesByHash.size !== transactions.length) distrustAnswer('traces are not complete')
  return transactions.map((transaction) =>
    readActions(transaction, tracesByHash.get(transaction.hash) ?? []),
  )
}

function readActions(transaction: ChainTransaction, traces: readonly Fields[]): InternalTransfer[] {
  const nameInErrors = `trace of transaction ${transaction.place}`
  const foundTransfers: InternalTransfer[] = []
  const failedPaths: string[] = []
  for (const [index, trace] of traces.entries()) {
    const action = asRecord(trace.action, nameInErrors)
    const tracePath = asList(trace.traceAddress, nameInErrors, 1024).map((step) => String(step))
    if ((tracePath.length === 0) !== (index === 0))
      distrustAnswer(`${nameInErrors} has no beginning`)
    if (tracePath.length === 0) {
      checkRootCall(transaction, nameInErrors, action.from, action.value)
      continue
    }
    const tracePathKey = `${tracePath.join('.')}.`
    const isFailed = trace.error !== undefined && trace.error !== null
    if (isFailed) failedPaths.push(tracePathKey)
    if (!transaction.isSuccess || failedPaths.some((prefix) => tracePathKey.startsWith(prefix)))
      continue
    if (trace.type === 'suicide')
      pushTransfer(
        foundTransfers,
        nameInErrors,
        action.address,
        action.refundAddress,
        action.balance,
      )
    const isCall = trace.type === 'call'
    if (!(isCall ? action.callType === 'call' : trace.type === 'create')) continue
    const receiverAddress = isCall ? action.to : asRecord(trace.result, nameInErrors).address
    pushTransfer(foundTransfers, nameInErrors, action.from, receiverAddress, action.value)
  }
  if (traces.length === 0) distrustAnswer(`${nameInErrors} is missing`)
  return foundTransfers
}

function checkRootCall(
  { from, value }: ChainTransaction,
  nameInErrors: string,
  tracedFrom: unknown,
  tracedValue: unknown,
): void {
  if (asBytes(tracedFrom, `sender in ${nameInErrors}`, 20) !== from)
    distrustAnswer(`${nameInErrors} is of another one`)
  if (tracedValue !== undefined && asAmount(tracedValue, `value in ${nameInErrors}`) !== value)
    distrustAnswer(`${nameInErrors} moves another value`)
}

function pushTransfer(
  foundTransfers: InternalTransfer[],
  nameInErrors: string,
  from: unknown,
  to: unknown,
  value: unknown,
): void {
  const amount =
    value === undefined || value === null ? 0n : asAmount(value, `value in ${nameInErrors}`)
  if (amount === 0n) return
  foundTransfers.push({
    from: asBytes(from, `sender in ${nameInErrors}`, 20),
    to: asBytes(to, `receiver in ${nameInErrors}`, 20),
    value: amount,
  })
}
