import type { ErrorCode } from '@latchkey/protocol'
import type { ChainVerdict } from '../contract/reader.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { Transaction } from '../machine/state.ts'
import { readSource } from '../rpc/read-source.ts'
import { keepReceiver } from './keep-receiver.ts'
import { storeSettledChain } from './store-settled-chain.ts'

/**
 * The first pause in milliseconds; each following pause is one and a half times as long, up to
 * `lastPauseMs`.
 */
const firstPauseMs = 1000
const lastPauseMs = 4000
/**
 * A transaction that is still pending after two minutes may take hours, so its node is then asked
 * less often.
 */
const freshPeriodMs = 120_000
const latePauseMs = 30_000

interface TransactionWatch {
  /** Resolves when the transaction has settled or no caller waits any more; never rejects. */
  readonly over: Promise<void>
  /**
   * Ends the pause before the next status request, because a new caller wants an answer now or the
   * last caller has left.
   */
  wakePoll(): void
  waiting: number
}

/** The transactions that are being watched, by transaction id. */
const watchesOfKit: (kit: Kit) => Map<string, TransactionWatch> = perKit(() => new Map())

/**
 * Starts to ask the chain for the status of a pending transaction, or joins the callers that
 * already wait for it. A caller that stops waiting must lower `waiting`, and call `wakePoll` if it
 * was the last one.
 */
export function joinTransactionWatch(kit: Kit, id: string): TransactionWatch {
  const watches = watchesOfKit(kit)
  const existingWatch = watches.get(id)
  if (existingWatch) {
    existingWatch.waiting++
    existingWatch.wakePoll()
    return existingWatch
  }
  const controller = new AbortController()
  let wakeCurrentPoll: (() => void) | undefined
  const watch: TransactionWatch = {
    waiting: 1,
    over: pollTransaction(kit, id, controller.signal, (wakePoll) => {
      wakeCurrentPoll = wakePoll
    }).finally(() => watches.get(id) === watch && watches.delete(id)),
    wakePoll() {
      if (watch.waiting === 0) {
        watches.delete(id)
        controller.abort()
      }
      wakeCurrentPoll?.()
    },
  }
  watches.set(id, watch)
  return watch
}

async function pollTransaction(
  kit: Kit,
  id: string,
  signal: AbortSignal,
  onPause: (wakePoll: () => void) => void,
): Promise<void> {
  const startedAt = Date.now()
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const transaction = readOwnField(kit.getState().transactions, id)
    if (transaction?.status !== 'submitted' && transaction?.status !== 'signing') return
    // The time of submission is used instead of `createdAt`, the time of the draft, because a node
    // that has not seen a new transaction yet must not count it as lost. A time in the future, from
    // a clock that was set back, is not used either.
    const submittedAt = Math.min(transaction.submittedAt ?? startedAt, Date.now())
    const { hash } = transaction
    const verdict =
      hash === undefined
        ? undefined
        : await askVerdict(kit, { ...transaction, submittedAt }, hash, signal)
    if (signal.aborted) return
    if (verdict && verdict.state !== 'pending') {
      applyVerdict(kit, id, verdict)
      storeSettledChain(kit, transaction.chain)
      // If storing the receiver fails, the next transfer to this receiver is shown as the first one
      // to it.
      if (verdict.state === 'confirmed') keepReceiver(kit, transaction)
      continue
    }
    const isWoken = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), pauseMs)
      onPause(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
    pauseMs = isWoken ? firstPauseMs : Math.min(pauseMs * 1.5, longestPauseMs(submittedAt))
  }
}

function longestPauseMs(since: number): number {
  return Date.now() - since < freshPeriodMs ? lastPauseMs : latePauseMs
}

async function askVerdict(
  kit: Kit,
  { chain, from, nonce, receives, submittedAt }: Transaction & { readonly submittedAt: number },
  hash: string,
  signal: AbortSignal,
): Promise<ChainVerdict | undefined> {
  try {
    const { read } = adapterOf(kit, chain.slice(0, chain.indexOf(':')))
    const source = readSource(kit, { chain, signal })
    return await read.verdict(source, {
      hash,
      from,
      submittedAt,
      ...(nonce !== undefined && { nonce }),
      ...(receives && { receives: receives.asset }),
    })
  } catch {
    return undefined
  }
}

function applyVerdict(
  kit: Kit,
  id: string,
  verdict: Exclude<ChainVerdict, { state: 'pending' }>,
): void {
  const now = Date.now()
  const fee = 'fee' in verdict && verdict.fee !== undefined ? { fee: verdict.fee } : {}
  if (verdict.state === 'confirmed') {
    const { received } = verdict
    kit[inside].dispatch({
      type: 'transaction-confirmed',
      id,
      at: now,
      ...fee,
      ...(received !== undefined && { received }),
    })
  } else if (verdict.state === 'dropped')
    kit[inside].dispatch({ type: 'transaction-dropped', id, at: now })
  else if (verdict.state === 'replaced')
    kit[inside].dispatch({
      type: 'transaction-replaced',
      id,
      at: now,
      ...(verdict.by === undefined ? {} : { by: verdict.by }),
    })
  else {
    const code: ErrorCode = verdict.code
    kit[inside].dispatch({ type: 'transaction-failed', id, at: now, error: { code }, ...fee })
  }
}
