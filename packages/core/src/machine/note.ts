import type { AccountId, WalletListing } from '@latchkey/protocol'
import type { Stop } from '../contract/contract.ts'
import type { Kit } from './kit.ts'
import type { KitFailure } from './state.ts'

/**
 * What happened and left no mark in the kit's state: for whoever counts, never for deciding
 * anything.
 */
export type Note =
  /** The owner's server has taken the proof, or has not. */
  | { readonly type: 'signed-in'; readonly account: AccountId }
  | { readonly type: 'sign-in-failed'; readonly account: AccountId; readonly error: KitFailure }
  /** The page is disconnected; a wallet could not be told. */
  | { readonly type: 'disconnect-failed'; readonly error: KitFailure }
  /** A further page of the history was asked for. */
  | { readonly type: 'history-asked'; readonly account: AccountId; readonly cursor: string }
  | {
      readonly type: 'history-failed'
      readonly account: AccountId
      readonly cursor?: string
      readonly error: KitFailure
    }
  /** A wallet was asked to sign for a name of the operator's; then it is theirs, or not. */
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
  /** A call at the gateway failed for good; `path` without query. */
  | { readonly type: 'call-failed'; readonly path: string; readonly error: KitFailure }
  /** These wallets were drawn in a list, in this order. */
  | {
      readonly type: 'wallets-listed'
      readonly view: string
      readonly query?: string
      readonly wallets: readonly { readonly name: string; readonly listing?: WalletListing }[]
    }
  /**
   * The visitor left for a place to get a wallet from; `kind` as the link of the listing is called.
   */
  | { readonly type: 'wallet-sought'; readonly listing: WalletListing; readonly kind: string }

const key = 'notes'

/** Tells those who listen; costs nothing where nobody does. */
export function note(kit: Kit, said: Note): void {
  for (const listener of [
    ...((kit.memory.get(key) as Set<(said: Note) => void> | undefined) ?? []),
  ]) {
    try {
      listener(said)
    } catch {
      // Counting must never break what is counted.
    }
  }
}

export function watchNotes(kit: Kit, listener: (said: Note) => void): Stop {
  const listeners = (kit.memory.get(key) as Set<(said: Note) => void> | undefined) ?? new Set()
  const callListener = (said: Note): void => listener(said)
  kit.memory.set(key, listeners.add(callListener))
  return () => void listeners.delete(callListener)
}
