import type { Note, Recorder } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { Route } from '../contract/route.ts'
import { findExplorerId, readRankProperties } from './chosen-wallet.ts'

/** Milliseconds that a list or a search must stay unchanged to be counted. */
const settleDelayMs = 1_000
/** Maximum number of items in one event. */
const maxItems = 100

interface ImpressionItem {
  readonly name: string
  readonly view: string
  readonly displayIndex: number
  readonly [key: string]: unknown
}

/** Counts the wallets shown in lists, and the searches. */
export interface ListEvents {
  /** Records that the wallets were drawn in this order. */
  show(view: string, wallets: readonly ListedWallet[], query?: string): void
  search(route: Route): void
  /** The wallet's position in the list that was shown last. */
  findDisplayIndex(name: string): { readonly displayIndex?: number }
  /** Sends the queued events, because the visitor has left the list. */
  settle(): void
}

interface ListedWallet {
  readonly name: string
  readonly listing?: WalletListing
  readonly key?: string
}

/**
 * Counts the wallets that were shown: one event covers many wallets, and a wallet counts once per
 * view until the dialog is closed.
 */
export function listEvents({ track }: Recorder): ListEvents {
  const seenKeys = new Set<string>()
  const queuedItems: ImpressionItem[] = []
  let lastShown: readonly ListedWallet[] = []
  let searchedQuery: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const trackQueuedItems = (): void => {
    clearTimeout(timer)
    if (searchedQuery) track('SEARCH_WALLET', { badge: '', search: searchedQuery })
    searchedQuery = undefined
    while (queuedItems.length > 0) {
      track('WALLET_IMPRESSION_V2', { items: queuedItems.splice(0, maxItems) })
    }
  }
  const restartTimer = (): void => {
    clearTimeout(timer)
    timer = setTimeout(trackQueuedItems, settleDelayMs)
  }
  return {
    show(view, wallets, query) {
      lastShown = wallets
      wallets.forEach(({ name, listing, key }, displayIndex) => {
        const impressionKey = JSON.stringify([view, name, query])
        if (seenKeys.has(impressionKey)) return
        seenKeys.add(impressionKey)
        queuedItems.push({
          name,
          view,
          displayIndex,
          ...readRankProperties(listing),
          ...(listing ? { explorerId: findExplorerId(listing) } : key && { rdnsId: key }),
          ...(query && { query }),
          ...(listing?.badge_type === 'certified' && { certified: true }),
        })
      })
      restartTimer()
    },
    search(route) {
      if (route.view !== 'AllWallets') return
      searchedQuery = route.search?.trim().slice(0, 100)
      restartTimer()
    },
    findDisplayIndex(name) {
      const displayIndex = lastShown.findIndex((one) => one.name === name)
      return displayIndex < 0 ? {} : { displayIndex }
    },
    settle: trackQueuedItems,
  }
}

const storeNameByLink: Readonly<Record<string, string>> = {
  chrome: 'chrome_store',
  firefox: 'firefox_store',
  appStore: 'app_store',
  playStore: 'play_store',
  website: 'homepage',
}

/** Counts what views report about wallet lists and download links. */
export function listNotes({ track }: Recorder, lists: ListEvents, kitNote: Note): void {
  if (kitNote.type === 'wallets-listed') lists.show(kitNote.view, kitNote.wallets, kitNote.query)
  if (kitNote.type === 'wallet-sought')
    track('GET_WALLET', {
      name: kitNote.listing.name,
      ...readRankProperties(kitNote.listing),
      explorerId: findExplorerId(kitNote.listing),
      type: storeNameByLink[kitNote.kind] ?? kitNote.kind,
    })
}
