import type { ErrorCode } from '@latchkey/protocol'
import { adapterOf, refuse } from '../adapter-of.ts'
import { pause } from '../http/try-each.ts'
import type { Kit } from '../kit.ts'
import { own } from '../own.ts'
import type { ChainVerdict } from '../reader.ts'
import type { Transaction } from '../state.ts'
import { readSource } from './read-source.ts'

/** The first pause; each is half as long again, up to the last (deviation K3: only while a receipt is awaited). */
const firstPauseMs = 1000
const lastPauseMs = 4000

/**
 * Waits until the chain has settled a submitted transaction; reads only, needs no wallet. Failed reads are asked again.
 * @throws `transaction-unknown` when there is none, or none with a hash | `aborted`
 */
export async function watchTransaction(kit: Kit, { id, signal }: watchTransaction.Parameters): Promise<Transaction> {
  // Not `createdAt`, which is the draft's: a node that has not seen a fresh transaction yet must not look as if it had lost it.
  const submittedAt = Date.now()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, lastPauseMs)) {
    const transaction = own(kit.getState().transactions, id)
    if (!transaction || transaction.status === 'draft' || transaction.status === 'unknown')
      return refuse('transaction-unknown', transaction ? `it is ${transaction.status}` : id)
    if (transaction.status !== 'submitted' && transaction.status !== 'signing') return transaction
    if (signal?.aborted) refuse('aborted')
    const verdict =
      transaction.hash === undefined
        ? undefined
        : await ask(kit, { ...transaction, submittedAt }, transaction.hash, signal)
    if (verdict && verdict.state !== 'pending') apply(kit, id, verdict)
    else await pause(pauseMs, signal)
  }
}

export declare namespace watchTransaction {
  type Parameters = { readonly id: string; readonly signal?: AbortSignal | undefined }
}

async function ask(
  kit: Kit,
  { chain, from, nonce, receives, submittedAt }: Transaction & { readonly submittedAt: number },
  hash: string,
  signal: AbortSignal | undefined,
): Promise<ChainVerdict | undefined> {
  const { read } = adapterOf(kit, chain.slice(0, chain.indexOf(':')))
  try {
    const source = readSource(kit, { chain, signal })
    return await read.verdict(source, {
      ...{ hash, from, submittedAt },
      ...(nonce !== undefined && { nonce }),
      ...(receives && { receives: receives.asset }),
    })
  } catch {
    return undefined
  }
}

function apply(kit: Kit, id: string, verdict: Exclude<ChainVerdict, { state: 'pending' }>): void {
  const at = Date.now()
  const fee = 'fee' in verdict && verdict.fee !== undefined ? { fee: verdict.fee } : {}
  if (verdict.state === 'confirmed') {
    const { received } = verdict
    kit.dispatch({ type: 'transaction-confirmed', id, at, ...fee, ...(received !== undefined && { received }) })
  } else if (verdict.state === 'dropped') kit.dispatch({ type: 'transaction-dropped', id, at })
  else if (verdict.state === 'replaced')
    kit.dispatch({ type: 'transaction-replaced', id, at, ...(verdict.by === undefined ? {} : { by: verdict.by }) })
  else {
    const code: ErrorCode = verdict.code
    kit.dispatch({ type: 'transaction-failed', id, at, error: { code }, ...fee })
  }
}
