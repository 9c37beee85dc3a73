import type { AccountId, Asset, Namespace } from '@latchkey/protocol'
import type { TransferEstimate } from '../contract/reader.ts'
import type { PaymentNote, Transaction } from '../machine/state.ts'

/** A checked and estimated transfer, kept as a draft. */
export interface SendDraft {
  readonly transaction: Transaction
  readonly estimate: TransferEstimate
}

/** Parameters of `prepareSend`. */
export interface SendRequest {
  readonly asset: Asset
  /** Amount to send, in base units. */
  readonly amount: bigint
  /** The receiver: an address, a name, or a CAIP-10 id on the same chain. */
  readonly to: string
  /** Chain family of the sending account; default: the one that the page shows. */
  readonly namespace?: Namespace | undefined
  /**
   * CAIP-10 id of the account that sends: the account that any of the connected wallets has
   * selected. Default the account of the active wallet.
   */
  readonly account?: AccountId | undefined
  /**
   * Addresses, without their chain, of earlier receivers, in addition to those that the kit has
   * stored: from a history or a contact list.
   */
  readonly known?: readonly string[] | undefined
  /**
   * The order, or the payment without an order, that the transfer pays. Its `mark` is appended to
   * the transaction's data.
   */
  readonly payment?: PaymentNote | undefined
  readonly signal?: AbortSignal | undefined
}
