import type { Hex } from 'viem'
import type { ChainTransaction, InternalTransfer } from './chain-block.ts'
import { asAmount, asBytes, asList, asRecord, distrustAnswer } from './read-value.ts'

/** Upper bound of calls in one transaction: ten times what a block's gas allows. */
const mostCalls = 1_000_000
/** Calls that move coin: a delegate call reports its caller's value but moves nothing. */
const moving = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

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
  return transactions.map((transaction, at) => {
    const what = `trace of transaction ${at}`
    const item = asRecord(list[at], what)
    if (item.txHash !== undefined && asBytes(item.txHash, what, 32) !== transaction.hash)
      distrustAnswer(`${what} is of another one`)
    const root = asRecord(item.result, what)
    checkRoot(transaction, what, root.from, root.value)
    if (!transaction.isSuccess) return []
    return walkCalls(root, what)
  })
}

/** Walks depth first without recursion, because a node may nest a trace arbitrarily deep. */
function walkCalls(root: Fields, what: string): InternalTransfer[] {
  const found: InternalTransfer[] = []
  const waiting: { readonly call: Fields; readonly isRoot: boolean }[] = [
    { call: root, isRoot: true },
  ]
  for (let next = waiting.pop(), seen = 0; next; next = waiting.pop(), seen++) {
    if (seen > mostCalls) distrustAnswer(`${what} has too many calls`)
    const { call, isRoot } = next
    if (call.error !== undefined && call.error !== null) continue
    if (!isRoot && moving.has(String(call.type)))
      pushTransfer(found, what, call.from, call.to, call.value)
    const calls = call.calls === undefined ? [] : asList(call.calls, what, mostCalls)
    for (const inner of calls.toReversed()) {
      waiting.push({ call: asRecord(inner, what), isRoot: false })
    }
  }
  return found
}

/**
 * Reads the internal transfers from `trace_block`: a flat list of actions with the path of each.
 * @throws `server-error` unless every transaction has its root, and all are of this block
 */
export function readFlatTraces(
  value: unknown,
  transactions: readonly ChainTransaction[],
  blockHash: Hex,
): readonly (readonly InternalTransfer[])[] {
  const byHash = new Map<string, Fields[]>()
  for (const item of asList(value, 'traces', mostCalls)) {
    const trace = asRecord(item, 'trace')
    if (asBytes(trace.blockHash, 'block of a trace', 32) !== blockHash)
      distrustAnswer('a trace is of another block')
    if (trace.type === 'reward') continue
    const hash = asBytes(trace.transactionHash, 'transaction of a trace', 32)
    const others = byHash.get(hash)
    if (others) others.push(trace)
    else byHash.set(hash, [trace])
  }
  if (byHash.size !== transactions.length) distrustAnswer('traces are not complete')
  return transactions.map((transaction) =>
    readActions(transaction, byHash.get(transaction.hash) ?? []),
  )
}

function readActions(transaction: ChainTransaction, traces: readonly Fields[]): InternalTransfer[] {
  const what = `trace of transaction ${transaction.place}`
  const found: InternalTransfer[] = []
  const failed: string[] = []
  for (const [at, trace] of traces.entries()) {
    const action = asRecord(trace.action, what)
    const path = asList(trace.traceAddress, what, 1024).map((step) => String(step))
    if ((path.length === 0) !== (at === 0)) distrustAnswer(`${what} has no beginning`)
    if (path.length === 0) {
      checkRoot(transaction, what, action.from, action.value)
      continue
    }
    const key = `${path.join('.')}.`
    const isFailed = trace.error !== undefined && trace.error !== null
    if (isFailed) failed.push(key)
    if (!transaction.isSuccess || failed.some((prefix) => key.startsWith(prefix))) continue
    if (trace.type === 'suicide')
      pushTransfer(found, what, action.address, action.refundAddress, action.balance)
    const isCall = trace.type === 'call'
    if (!(isCall ? action.callType === 'call' : trace.type === 'create')) continue
    const to = isCall ? action.to : asRecord(trace.result, what).address
    pushTransfer(found, what, action.from, to, action.value)
  }
  if (traces.length === 0) distrustAnswer(`${what} is missing`)
  return found
}

function checkRoot(
  { from, value }: ChainTransaction,
  what: string,
  tracedFrom: unknown,
  tracedValue: unknown,
): void {
  if (asBytes(tracedFrom, `sender in ${what}`, 20) !== from)
    distrustAnswer(`${what} is of another one`)
  if (tracedValue !== undefined && asAmount(tracedValue, `value in ${what}`) !== value)
    distrustAnswer(`${what} moves another value`)
}

function pushTransfer(
  found: InternalTransfer[],
  what: string,
  from: unknown,
  to: unknown,
  value: unknown,
): void {
  const amount = value === undefined || value === null ? 0n : asAmount(value, `value in ${what}`)
  if (amount === 0n) return
  found.push({
    from: asBytes(from, `sender in ${what}`, 20),
    to: asBytes(to, `receiver in ${what}`, 20),
    value: amount,
  })
}
