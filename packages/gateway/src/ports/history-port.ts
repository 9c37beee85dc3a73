import type { ChainId, HistoryTransaction } from '@latchkey/protocol'
import type { Currency } from '../base/config/currencies.ts'

/** Who is asked about, where, and from where on. */
export interface HistoryAsk {
  /** In its family's one spelling: lower case on EVM chains. */
  readonly account: string
  /** Of one family; their transactions are merged, newest first. */
  readonly chains: readonly ChainId[]
  /** Opaque, as a page before gave it; absent for the newest. */
  readonly cursor?: string | undefined
  /** At most this many transactions. */
  readonly limit: number
  /** For `value` and `price`. */
  readonly currency: Currency
  readonly signal?: AbortSignal | undefined
}

export interface HistoryPage {
  /** Newest first. */
  readonly items: readonly HistoryTransaction[]
  /** Null on the last page. */
  readonly next: string | null
}

/** What an account did: from the index, or from upstreams where the index cannot answer. */
export interface HistoryPort {
  /** Chains it can tell about. */
  readonly chains: readonly ChainId[]
  /**
   * @throws a refusal: 400 for a chain or cursor that is not its own, 503 when no source answers or
   *   all lie
   */
  read(ask: HistoryAsk): Promise<HistoryPage>
}
