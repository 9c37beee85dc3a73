import type { Channel } from '../channel.ts'
import type { Hex32, Relay } from '../contract.ts'
import type { WalletEvent, WalletOptions } from '../wallet-contract.ts'
import type { PendingEntry, WalletStore } from './open-wallet-store.ts'

/** State and services that the modules of the wallet's side share. */
export interface Wallet {
  readonly options: WalletOptions
  readonly channel: Channel
  readonly book: WalletStore
  readonly relays: readonly Relay[]
  /** Proposals held back while a one-click sign-in of the same pairing is expected. */
  readonly held: Map<
    Hex32,
    { readonly waiting: PendingEntry; readonly timer: ReturnType<typeof setTimeout> }
  >
  /**
   * Keys of entries that are being answered: not pending, and not shown again if a relay repeats
   * them.
   */
  readonly busy: Set<string>
  emit(event: WalletEvent): void
  /** Saves the state and sets the timer for the next expiry again. */
  changed(): void
}
