import type { AccountId, HistoryTransaction } from '@latchkey/protocol'
import type { Currency } from '../config/currencies.ts'

/** Who is asked about, and from where on. */
export interface HistoryAsk {
  /** CAIP-10, address in lower case. */
  readonly account: AccountId
  /** Opaque, of this source; absent for the newest. */
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

/** A source of what an account did: our index, or an upstream. */
export interface HistoryPort {
  /** @throws a refusal: 400 for a chain or cursor that is not its own, 503 when it does not answer or lies */
  read(ask: HistoryAsk): Promise<HistoryPage>
}
