import type { Note, Recorder } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { Route } from '../contract/route.ts'
import { explorerIdOf, rankOf } from './chosen-wallet.ts'

/** A list is seen, or a search meant, when it has stood this long. */
const settledMs = 1_000
/** Of one event. */
const mostItems = 100

interface Item {
  readonly name: string
  readonly view: string
  readonly displayIndex: number
  readonly [key: string]: unknown
}

/** What is drawn in lists of wallets and searched for in them. */
export interface ListEvents {
  /** Drawn in this order. */
  show(view: string, wallets: readonly Listed[], query?: string): void
  search(route: Route): void
  /** Where in the last list a wallet stood. */
  placeOf(name: string): { readonly displayIndex?: number }
  /** Says what waits to be said: the visitor has left the list. */
  settle(): void
}

interface Listed {
  readonly name: string
  readonly listing?: WalletListing
  readonly key?: string
}

/** Impressions come as one event for many, each wallet of a view once a visit of the dialog. */
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

/** What views say of lists they draw and places they lead to. */
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
