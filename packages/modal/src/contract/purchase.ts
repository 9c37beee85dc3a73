import type { AccountId } from '@latchkey/protocol'

/**
 * A purchase or deposit in progress, with what is needed to read its status, after a reload too.
 * The address of the seller's page is not part of it, because whoever has that address may get
 * access to the purchase.
 */
export interface Purchase {
  /**
   * Id to read the status: of an order, or of an exchange session; empty when no status can be
   * read.
   */
  readonly id: string
  readonly kind: 'order' | 'deposit'
  /** Id of the seller or the exchange. */
  readonly seller: string
  readonly name: string
  readonly isSandbox: boolean
  readonly symbol: string
  /** Account that receives the coins, as a CAIP-10 id. */
  readonly account: AccountId
  /** Time of the start, in milliseconds since the epoch. */
  readonly startedAt: number
  /**
   * Time at which the visitor left this page for the seller's page, in milliseconds since the
   * epoch; absent once the visitor is back.
   */
  readonly leftAt?: number
}
