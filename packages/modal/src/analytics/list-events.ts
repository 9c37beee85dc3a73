import type { Note, Recorder } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { Route } from '../contract/route.ts'
import { explorerIdOf, rankOf } from './chosen-wallet.ts'

/** Milliseconds that a list or a search must stay unchanged to be counted. */
const settledMs = 1_000
/** Maximum number of items in one event. */
const mostItems = 100

interface Item {
  readonly name: string
  readonly view: string
  readonly displayIndex: number
  readonly [key: string]: unknown
}

/** Counts the wallets shown in lists, and the searches. */
export interface ListEvents {
  /** Records that the wallets were drawn in this order. */
  show(view: string, wallets: readonly Listed[], query?: string): void
  search(route: Route): void
  /** The wallet's place in the last list. */
  placeOf(name: string): { readonly displayIndex?: number }
  /** Sends the waiting events: the visitor has left the list. */
  settle(): void
}

interface Listed {
  readonly name: string
  readonly listing?: WalletListing
  readonly key?: string
}

/**
 * Counts impressions as one event for many wallets; each wallet of a view once per visit of the
 * dialog.
 */
export function listEvents({ track }: Recorder): ListEvents {
  const seen = new Set<string>()
  const waiting: Item[] = []
  let last: readonly Listed[] = []
  let searched: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const trackWaiting = (): void => {
    clearTimeout(timer)
    if (searched) track('SEARCH_WALLET', { badge: '', search: searched })
    searched = undefined
    while (waiting.length > 0) {
      track('WALLET_IMPRESSION_V2', { items: waiting.splice(0, mostItems) })
    }
  }
  const restartTimer = (): void => {
    clearTimeout(timer)
    timer = setTimeout(trackWaiting, settledMs)
  }
  return {
    show(view, wallets, query) {
      last = wallets
      wallets.forEach(({ name, listing, key }, displayIndex) => {
        const mark = JSON.stringify([view, name, query])
        if (seen.has(mark)) return
        seen.add(mark)
        waiting.push({
          name,
          view,
          displayIndex,
          ...rankOf(listing),
          ...(listing ? { explorerId: explorerIdOf(listing) } : key && { rdnsId: key }),
          ...(query && { query }),
          ...(listing?.badge_type === 'certified' && { certified: true }),
        })
      })
      restartTimer()
    },
    search(route) {
      if (route.view !== 'AllWallets') return
      searched = route.search?.trim().slice(0, 100)
      restartTimer()
    },
    placeOf(name) {
      const displayIndex = last.findIndex((one) => one.name === name)
      return displayIndex < 0 ? {} : { displayIndex }
    },
    settle: trackWaiting,
  }
}

const stores: Readonly<Record<string, string>> = {
  chrome: 'chrome_store',
  firefox: 'firefox_store',
  appStore: 'app_store',
  playStore: 'play_store',
  website: 'homepage',
}

/** Counts the notes of views about lists and download links. */
export function listNotes({ track }: Recorder, lists: ListEvents, said: Note): void {
  if (said.type === 'wallets-listed') lists.show(said.view, said.wallets, said.query)
  if (said.type === 'wallet-sought')
    track('GET_WALLET', {
      name: said.listing.name,
      ...rankOf(said.listing),
      explorerId: explorerIdOf(said.listing),
      type: stores[said.kind] ?? said.kind,
    })
}
