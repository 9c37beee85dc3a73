import type { Kit } from '@latchkey/core'
import {
  type AccountId,
  type ChainId,
  type ErrorCode,
  hasCode,
  LatchkeyError,
} from '@latchkey/protocol'
import { makeFallbackId } from '../calls/fallback-id.ts'
import { sendTransaction } from './send-transaction.ts'

/** What happened to one call of a batch whose calls were sent as single transactions. */
export type CallOutcome =
  /** The wallet has sent the call's transaction. */
  | { readonly status: 'sent'; readonly hash: `0x${string}` }
  /** The wallet was asked to send the call's transaction, and did not send it. */
  | { readonly status: 'refused'; readonly error: LatchkeyError }
  /**
   * The wallet was asked to send the call's transaction, but answered no hash, so the transaction
   * may have been sent.
   */
  | { readonly status: 'unknown'; readonly error: LatchkeyError }
  /** The wallet was not asked to send this call, because an earlier call was not sent. */
  | { readonly status: 'not-asked' }

/** Error codes after which it is unknown whether the wallet sent a transaction. */
const undecidedCodes: readonly ErrorCode[] = [
  'aborted',
  'wallet-disconnected',
  'wallet-chain-disconnected',
  'connection-timeout',
  'wallet-answer-invalid',
]

/**
 * Sends calls as single transactions, each after the wallet has sent the one before. It stops at
 * the first call that is not sent, because later calls may depend on it. Throws that call's error
 * when nothing was sent.
 */
export async function sendOneByOne(
  kit: Kit,
  parameters: {
    readonly account: AccountId
    readonly chain: ChainId
    readonly calls: readonly {
      readonly to: `0x${string}`
      readonly value: bigint
      readonly data: `0x${string}`
    }[]
    readonly signal?: AbortSignal | undefined
  },
): Promise<{ readonly id: string; readonly calls: readonly CallOutcome[] }> {
  const { account, chain, calls, signal } = parameters
  const outcomes: CallOutcome[] = []
  for (const call of calls) {
    const last = outcomes.at(-1)
    outcomes.push(
      last && last.status !== 'sent'
        ? { status: 'not-asked' }
        : await sendOne(kit, { ...call, account, chain, signal }),
    )
  }
  const [first] = outcomes
  if (first && 'error' in first) throw first.error
  const hashes = outcomes.map((outcome) => (outcome.status === 'sent' ? outcome.hash : null))
  return { id: makeFallbackId({ chain, hashes }), calls: outcomes }
}

async function sendOne(kit: Kit, call: sendTransaction.Parameters): Promise<CallOutcome> {
  if (call.signal?.aborted) return { status: 'refused', error: new LatchkeyError('aborted') }
  try {
    const { hash } = await sendTransaction(kit, call)
    return { status: 'sent', hash }
  } catch (cause) {
    const error = hasCode(cause) ? cause : new LatchkeyError('unknown', { cause })
    return { status: undecidedCodes.includes(error.code) ? 'unknown' : 'refused', error }
  }
}
