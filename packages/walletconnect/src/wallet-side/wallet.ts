import type { Channel } from '../channel.ts'
import type { Hex32, Relay } from '../contract.ts'
import type { WalletEvent, WalletOptions } from '../wallet-contract.ts'
import type { Book, Waiting } from './open-book.ts'

/** What the verbs of the wallet's side work on. */
export interface Wallet {
  readonly options: WalletOptions
  readonly channel: Channel
  readonly book: Book
  readonly relays: readonly Relay[]
  /** Proposals held back while a one-click sign-in of the same pairing is on its way. */
  readonly held: Map<
    Hex32,
    { readonly waiting: Waiting; readonly timer: ReturnType<typeof setTimeout> }
  >
  /**
   * Keys of what is being answered: no more pending, and not to be shown again should a relay
   * repeat it.
   */
  readonly busy: Set<string>
  emit(event: WalletEvent): void
  /** Stores what the book says now and looks anew at what ends next. */
  changed(): void
}
