import {
  type AccountId,
  addressOf,
  chainOf,
  hasCode,
  isHistoryAnswer,
  LatchkeyError,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import type { Activity } from '../activity/activity.ts'
import { toActivity } from '../activity/to-activity.ts'
import { withTimeout } from '../http/with-timeout.ts'
import type { Kit } from '../machine/kit.ts'
import { note } from '../machine/note.ts'
import { getFromGateway } from './get.ts'
import { supportedChains } from './supported-chains.ts'

/** One page of an account's history. */
export interface HistoryPage {
  /** Transactions on the account's chain, newest first. */
  readonly items: readonly Activity[]
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
  /** False when no gateway keeps the history of this chain. */
  readonly isKept: boolean
}

interface Parameters {
  readonly account: AccountId
  readonly currency: string
  readonly cursor: string | null
  readonly signal?: AbortSignal | undefined
}

const emptyPage: HistoryPage = { items: [], next: null, isKept: false }

/**
 * Reads one page of an account's history, as described for `historyQuery`.
 * @throws `transactions-unavailable` | `aborted`
 */
export async function readHistory(
  kit: Kit,
  { account, currency, cursor, signal }: Parameters,
): Promise<HistoryPage> {
  if (!kit.options.gateway) return emptyPage
  const [chain, address] = [chainOf(account), addressOf(account)]
  if (cursor !== null) note(kit, { type: 'history-asked', account, cursor })
  try {
    // When the gateway does not answer, reading the history fails: an empty page means only that
    // the gateway does not serve the chain.
    if (!(await supportedChains(kit, signal)).http.includes(chain)) return emptyPage
    return await withTimeout(rpcTimeoutMs, signal, (innerSignal) =>
      getFromGateway(kit, `v1/account/${encodeURIComponent(address)}/history`, {
        query: { chainId: chain, cursor: cursor ?? undefined, currency },
        signal: innerSignal,
        read: (answer) =>
          isHistoryAnswer(answer)
            ? {
                items: answer.data.flatMap((one) => toActivity(one, { chain, address })),
                next: answer.next || null,
                isKept: answer.isKept !== false,
              }
            : null,
      }),
    )
  } catch (cause) {
    if (signal?.aborted) throw new LatchkeyError('aborted')
    const code = hasCode(cause) ? cause.code : 'unknown'
    note(kit, {
      type: 'history-failed',
      account,
      error: { code },
      ...(cursor !== null && { cursor }),
    })
    throw new LatchkeyError('transactions-unavailable', { cause })
  }
}
