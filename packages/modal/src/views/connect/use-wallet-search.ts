import { searchWallets } from '@latchkey/catalog/wallets'
import { type Kit, walletsQuery } from '@latchkey/core'
import { type WalletListing, walletSearchMinimumMs, walletSearchSize } from '@latchkey/protocol'
import { useEffect, useState } from 'react'

interface Answer {
  readonly kit: Kit
  readonly text: string
  readonly listings: readonly WalletListing[]
}

/** Wallets that match: the snapshot and the owner's at once, the gateway's when they come. A gateway that fails is not missed. */
export function useWalletSearch(
  kit: Kit,
  search: string,
): { readonly found: readonly WalletListing[]; readonly isBusy: boolean } {
  const text = search.trim().slice(0, 100)
  const [answer, setAnswer] = useState<Answer>()
  const isAsking = kit.options.gateway !== undefined && answer?.text !== text
  useEffect(() => {
    if (!kit.options.gateway) return
    const controller = new AbortController()
    const timer = setTimeout(
      async () => {
        const { queryFn } = walletsQuery(kit, { page: 1, search: text, entries: walletSearchSize })
        const listings = await queryFn({ signal: controller.signal }).then(
          ({ data }) => data,
          () => [],
        )
        if (!controller.signal.aborted) setAnswer({ kit, text, listings })
      },
      text ? walletSearchMinimumMs : 0,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [kit, text])

  const { include, exclude = [], custom = [] } = kit.options.wallets ?? {}
  const own = custom.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  const more = answer?.text === text ? answer.listings : []
  const found = [...own, ...searchWallets(text), ...more].filter(
    ({ id, rdns }, i, all) =>
      all.findIndex((other) => other.id === id) === i &&
      (!include || include.includes(id) || include.includes(rdns ?? '')) &&
      !exclude.includes(id) &&
      !exclude.includes(rdns ?? ''),
  )
  return { found: text ? found.slice(0, walletSearchSize) : found, isBusy: isAsking }
}
