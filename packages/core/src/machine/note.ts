import type { AccountId, WalletListing } from '@latchkey/protocol'
import type { Stop } from '../contract/stop.ts'
import type { Kit } from './kit.ts'
import { perKit } from './per-kit.ts'
import type { KitFailure } from './state.ts'

/**
 * Events that do not change the kit's state. They are for analytics; nothing else may depend on
 * them.
 */
export type Note =
  /**
   * The owner's server has accepted the proof of a sign-in (`signed-in`), or has refused it
   * (`sign-in-failed`).
   */
  | { readonly type: 'signed-in'; readonly account: AccountId }
  | { readonly type: 'sign-in-failed'; readonly account: AccountId; readonly error: KitFailure }
  /** The visitor pressed a button of the view that asks visitors to sign in. */
  | { readonly type: 'sign-in-pressed' | 'sign-in-cancelled'; readonly account: AccountId }
  /** The session was ended on the page, but a wallet could not be notified. */
  | { readonly type: 'disconnect-failed'; readonly error: KitFailure }
  /** The next page of an account's history was requested. */
  | { readonly type: 'history-asked'; readonly account: AccountId; readonly cursor: string }
  | {
      readonly type: 'history-failed'
      readonly account: AccountId
      readonly cursor?: string
      readonly error: KitFailure
    }
  /**
   * A wallet was asked to sign for a name in the gateway operator's name zone (`name-asked`); then
   * the name was registered (`name-registered`), or not (`name-failed`).
   */
  | {
      readonly type: 'name-asked' | 'name-registered'
      readonly account: AccountId
      readonly name: string
    }
  | {
      readonly type: 'name-failed'
      readonly account: AccountId
      readonly name: string
      readonly error: KitFailure
    }
  /**
   * A call to the gateway failed after its retries; `path` is the path of the call, without the
   * query.
   */
  | { readonly type: 'call-failed'; readonly path: string; readonly error: KitFailure }
  /** A list of wallets was shown with these wallets, in this order. */
  | {
      readonly type: 'wallets-listed'
      readonly view: string
      readonly query?: string
      readonly wallets: readonly { readonly name: string; readonly listing?: WalletListing }[]
    }
  /**
   * The visitor followed a link to install a wallet; `kind` is the name of the link in the listing.
   */
  | { readonly type: 'wallet-sought'; readonly listing: WalletListing; readonly kind: string }

const listenersOf: (kit: Kit) => Set<(kitNote: Note) => void> = perKit(() => new Set())

/**
 * Sends a note, which is an event for analytics, to the listeners; does nothing when there are no
 * listeners.
 */
export function note(kit: Kit, kitNote: Note): void {
  for (const listener of [...listenersOf(kit)]) {
    try {
      listener(kitNote)
    } catch {
      // An error of analytics must never break the kit.
    }
  }
}

export function watchNotes(kit: Kit, listener: (kitNote: Note) => void): Stop {
  const listeners = listenersOf(kit)
  const callListener = (kitNote: Note): void => listener(kitNote)
  listeners.add(callListener)
  return () => void listeners.delete(callListener)
}
