import type { Asset, Namespace } from '@latchkey/protocol'
import type { TransferEstimate } from '../contract/reader.ts'
import type { Transaction } from '../machine/state.ts'

/** A transfer that was checked and estimated, and is kept as a draft. */
export interface SendDraft {
  readonly transaction: Transaction
  readonly estimate: TransferEstimate
}

/** What `prepareSend` is asked for. */
export interface SendWish {
  readonly asset: Asset
  /** Base units. */
  readonly amount: bigint
  /** Address, name or CAIP-10 of the same chain. */
  readonly to: string
  /** Default the shown one. */
  readonly namespace?: Namespace | undefined
  /** Bare addresses sent to before, beside those the kit remembers: a history, a contact list. */
  readonly known?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}
