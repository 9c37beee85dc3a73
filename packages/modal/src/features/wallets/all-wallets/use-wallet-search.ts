import { searchWallets } from '@latchkey/catalog/wallets'
import { type Kit, walletsQuery } from '@latchkey/core'
import {
  type WalletListing,
  walletPageSize,
  walletSearchMinimumMs,
  walletSearchSize,
} from '@latchkey/protocol'
import { useCallback, useEffect, useState } from 'react'
import { listedChoice } from '../../connect/choice.ts'
import { supportsPageFamily } from '../../connect/connect-groups.ts'
import { preloadImages } from './preload-images.ts'

const noWalletIds: readonly string[] = []

interface SearchAnswer {
  readonly kit: Kit
  readonly text: string
  /** Number of pages that are loaded. */
  readonly page: number
  readonly isWhole: boolean
  readonly listings: readonly WalletListing[]
}

/**
 * Wallets that match the search and support the page: the built-in wallets and the owner's custom
 * wallets at once, the rest of the catalogue and the gateway's wallets once they are loaded. A
 * gateway failure is ignored; a failure to load the catalogue is reported, and `again` loads the
 * catalogue again.
 * @param pages number of pages of the gateway's list to load; a search has one
 */
export function useWalletSearch(
  kit: Kit,
  search: string,
  pages: number,
): {
  readonly found: readonly WalletListing[]
  readonly isBusy: boolean
  readonly isWhole: boolean
  readonly again?: (() => void) | undefined
} {
  const text = search.trim().slice(0, 100)
  const [last, setLast] = useState<SearchAnswer>()
  const [searchKnown, setSearchKnown] = useState<typeof searchWallets>()
  const loadSearch = useCallback(() => {
    import('@latchkey/catalog/all-wallets').then(
      (searchModule) => setSearchKnown(() => searchModule.searchAllWallets),
      () => setSearchKnown(() => searchWallets),
    )
  }, [])
  useEffect(loadSearch, [loadSearch])
  const retryLoad = searchKnown === searchWallets ? loadSearch : undefined
  const { gateway, wallets: { featured = [], include, exclude = noWalletIds, custom = [] } = {} } =
    kit.options
  const answer = last?.kit === kit && last.text === text ? last : undefined
  const isWhole = gateway === undefined || answer?.isWhole === true
  const needsNextPage = !isWhole && (answer?.page ?? 0) < pages
  const isBusy = needsNextPage || !searchKnown
  useEffect(() => {
    if (!needsNextPage) return
    const controller = new AbortController()
    const loadNextPage = async (): Promise<void> => {
      const page = (answer?.page ?? 0) + 1
      const entries = text ? walletSearchSize : walletPageSize
      const { queryFn } = walletsQuery(kit, { page, search: text, entries, include, exclude })
      const { count, data } = await queryFn({ signal: controller.signal }).catch(() => ({
        count: 0,
        data: [],
      }))
      // The icons are loaded first, so that the first rows appear with their icons.
      if (page === 1) await preloadImages(data.map((listing) => listedChoice(kit, listing).icon))
      if (controller.signal.aborted) return
      const isLast = text !== '' || data.length === 0 || page * entries >= count
      setLast({
        kit,
        text,
        page,
        isWhole: isLast,
        listings: [...(answer?.listings ?? []), ...data],
      })
    }
    const timer = setTimeout(() => void loadNextPage(), text ? walletSearchMinimumMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [kit, text, needsNextPage, answer, include, exclude])

  const customMatches = custom.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  const positionInIds = (
    ids: readonly string[],
    { id, rdns, explorer_ids }: WalletListing,
  ): number => ids.findIndex((one) => one === id || one === rdns || explorer_ids?.includes(one))
  const matchingWallets = [
    ...customMatches,
    ...(searchKnown ?? searchWallets)(text),
    ...(answer?.listings ?? []),
  ].filter(
    (listing, i, all) =>
      all.findIndex((other) => other.id === listing.id) === i &&
      // When the owner lists wallets to show, all of these are shown; otherwise only the owner's
      // custom wallets and the wallets that support this page.
      (include
        ? positionInIds(include, listing) >= 0
        : customMatches.includes(listing) || supportsPageFamily(kit, listing)) &&
      positionInIds(exclude, listing) < 0,
  )
  if (text)
    return {
      found: matchingWallets.slice(0, walletSearchSize),
      isBusy,
      isWhole: true,
      again: retryLoad,
    }
  const configuredIds = [...featured, ...custom.map(({ id }) => id), ...(include ?? [])]
  const rankOf = (listing: WalletListing): number => {
    const declaredIndex = positionInIds(configuredIds, listing)
    return declaredIndex < 0 ? configuredIds.length : declaredIndex
  }
  return {
    found: matchingWallets.sort((a, b) => rankOf(a) - rankOf(b)),
    isBusy,
    isWhole,
    again: retryLoad,
  }
}
