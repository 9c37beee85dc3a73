import { admitTransaction, type Rejection, type SignedTransaction } from './admit-transaction.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { type AssetMove, isAllowedByConditions } from './post-conditions.ts'
import { openSimulator, type Simulator, type Step, type StepOutcome } from './simulator.ts'
import { type StacksAccount, stacksAccounts } from './stacks-accounts.ts'

export type TransactionStatus =
  | 'pending'
  | 'success'
  | 'abort_by_response'
  | 'abort_by_post_condition'
  | 'dropped_replace_by_fee'

/** A transaction that the node accepted, with its status. */
export interface Entry {
  readonly signed: SignedTransaction
  readonly status: TransactionStatus
  readonly receivedAt: number
  /** Block height from 1; absent while the transaction is pending, or when it was dropped. */
  readonly height?: number
  readonly minedAt?: number
  readonly result?: string
  readonly moves: readonly AssetMove[]
}

/**
 * A Stacks node in this process: each transaction becomes a block at once, unless its nonce is too
 * high or mining is paused.
 */
export interface StacksNode {
  readonly simulator: Simulator
  readonly ledger: Ledger
  readonly entries: ReadonlyMap<string, Entry>
  readonly height: () => number
  /** Accepts a signed transaction and returns its id; throws a `Rejection` for an invalid one. */
  submit(bytes: Uint8Array): Promise<string>
  nonceOf(principal: string): bigint
  /** Starts or pauses mining. */
  mine(isMining: boolean): Promise<void>
}

const miner = 'ST000000000000000000002AMW42H'
/** Maximum number of pending transactions of one account. */
const maxPendingNonces = 25n

/**
 * Creates a node. Each account has `funds` micro-STX; the first account deploys the devnet's
 * contracts.
 */
export async function openNode(options: {
  readonly funds: bigint
  readonly contracts: readonly { readonly name: string; readonly code: string }[]
  readonly mints: (accounts: readonly StacksAccount[], deployer: string) => readonly Step[]
}): Promise<StacksNode> {
  const accounts = stacksAccounts()
  const simulator = await openSimulator()
  const ledger = openLedger()
  const entries = new Map<string, Entry>()
  const nonces = new Map<string, bigint>()
  const nodeState = { height: 1, isMining: true, turn: Promise.resolve() as Promise<unknown> }
  const deployer = accounts[0]?.address ?? ''

  for (const { address } of accounts) {
    simulator.runStep({ kind: 'give', recipient: address, amount: options.funds })
  }
  for (const { name, code } of options.contracts) {
    const { isOk } = simulator.runStep({ kind: 'deploy', sender: deployer, name, code, version: 3 })
    if (!isOk) throw new Error(`contract ${name} was not deployed`)
  }
  for (const step of options.mints(accounts, deployer)) {
    ledger.applyMoves(simulator.runStep(step).moves, 1n)
  }

  const nonceOf = (principal: string) => nonces.get(principal) ?? 0n
  const executeTransaction = async (
    signed: SignedTransaction,
  ): Promise<Pick<Entry, 'status' | 'result' | 'moves'>> => {
    const { origin, fee, step, wire } = signed
    simulator.runStep({ kind: 'pay', sender: origin, recipient: miner, amount: fee })
    const { isOk, result, moves }: StepOutcome = simulator.runStep(step)
    if (!isOk) return { status: 'abort_by_response', result, moves: [] }
    const conditionMode = wire.postConditionMode
    const isTransfer = step.kind === 'pay'
    if (
      isTransfer ||
      isAllowedByConditions(moves, {
        origin,
        mode: conditionMode,
        conditions: wire.postConditions.values,
      })
    ) {
      ledger.applyMoves(moves, 1n)
      return { status: 'success', result, moves }
    }
    await simulator.undoSteps(1)
    return { status: 'abort_by_post_condition', result, moves: [] }
  }
  const findNextTransaction = () =>
    [...entries.values()].find(
      ({ status, signed }) => status === 'pending' && signed.nonce === nonceOf(signed.origin),
    )
  const mineAll = async () => {
    for (
      let entry = findNextTransaction();
      nodeState.isMining && entry;
      entry = findNextTransaction()
    ) {
      const { signed } = entry
      nonces.set(signed.origin, signed.nonce + 1n)
      const executionResult = await executeTransaction(signed)
      nodeState.height += 1
      entries.set(signed.id, {
        ...entry,
        ...executionResult,
        height: nodeState.height,
        minedAt: Date.now(),
      })
    }
  }
  const takeTransaction = (bytes: Uint8Array): string => {
    const signed = admitTransaction(bytes, simulator)
    const { id, nonce, origin, fee } = signed
    if (entries.has(id)) return id
    const expectedNonce = nonceOf(origin)
    if (nonce < expectedNonce || nonce > expectedNonce + maxPendingNonces) {
      const reason_data = {
        actual: Number(nonce),
        expected: Number(expectedNonce),
        is_origin: true,
        principal: origin,
      }
      throw { reason: 'BadNonce', reason_data } satisfies Rejection
    }
    const replacedEntry = [...entries.values()].find(
      ({ status, signed: otherTransaction }) =>
        status === 'pending' &&
        otherTransaction.origin === origin &&
        otherTransaction.nonce === nonce,
    )
    if (replacedEntry && replacedEntry.signed.fee >= fee)
      throw {
        reason: 'FeeTooLow',
        reason_data: { expected: Number(replacedEntry.signed.fee) + 1, actual: Number(fee) },
      }
    if (replacedEntry)
      entries.set(replacedEntry.signed.id, { ...replacedEntry, status: 'dropped_replace_by_fee' })
    entries.set(id, { signed, status: 'pending', receivedAt: Date.now(), moves: [] })
    return id
  }
  /**
   * Runs tasks one after another, because undoing a step takes time, during which no other task may
   * run.
   */
  const runInTurn = <T>(task: () => T | Promise<T>): Promise<T> => {
    const queuedTask = nodeState.turn.then(task)
    nodeState.turn = queuedTask.catch(() => {})
    return queuedTask
  }

  return {
    simulator,
    ledger,
    entries,
    height: () => nodeState.height,
    nonceOf,
    submit: (bytes) =>
      runInTurn(async () => {
        const id = takeTransaction(bytes)
        await mineAll()
        return id
      }),
    mine: (isMining) =>
      runInTurn(async () => {
        nodeState.isMining = isMining
        await mineAll()
      }),
  }
}
