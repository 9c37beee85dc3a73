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

/** What became of one call of a batch that went as single transactions. */
export type CallOutcome =
  /** The wallet has sent it. */
  | { readonly status: 'sent'; readonly hash: `0x${string}` }
  /** The wallet was asked and did not send it. */
  | { readonly status: 'refused'; readonly error: LatchkeyError }
  /** The wallet was asked, and may have sent it: no hash came back. */
  | { readonly status: 'unknown'; readonly error: LatchkeyError }
  /** The wallet was not asked, because an earlier call did not go. */
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
 * Sends calls as single transactions, each once the wallet has sent the one before. It stops at the
 * first call that does not go, because later calls may need it. Throws that call's error when
 * nothing was sent.
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
