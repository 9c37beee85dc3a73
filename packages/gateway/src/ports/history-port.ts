import type { ChainId, HistoryTransaction } from '@latchkey/protocol'
import type { Currency } from '../base/config/currencies.ts'

/** A request for one page of an account's history. */
export interface HistoryRequest {
  /** Account address in the canonical spelling of its family: lower case on EVM chains. */
  readonly account: string
  /** Chains of one chain family; their transactions are merged, newest first. */
  readonly chains: readonly ChainId[]
  /** Opaque cursor from the page before; absent for the newest page. */
  readonly cursor?: string | undefined
  /** Maximum number of transactions on the page. */
  readonly limit: number
  /** Currency of the fields `value` and `price`. */
  readonly currency: Currency
  readonly signal?: AbortSignal | undefined
}

export interface HistoryPage {
  /** Transactions of the page, newest first. */
  readonly items: readonly HistoryTransaction[]
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
}

/**
 * Transaction history of accounts: from the gateway's index, or from external services where the
 * index cannot answer.
 */
export interface HistoryPort {
  /** Chains whose history can be read. */
  readonly chains: readonly ChainId[]
  /**
   * Reads one page of history.
   * @throws a refusal: 400 for a chain without history or a cursor of another request, 503 when no
   * source gives a usable answer
   */
  read(request: HistoryRequest): Promise<HistoryPage>
}
