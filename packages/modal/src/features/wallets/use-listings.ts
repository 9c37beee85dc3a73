import { wallets } from '@latchkey/catalog/wallets'
import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import { useEffect, useState } from 'react'

/**
 * Wallets known without a server, best known first. The full list is loaded only when a recent
 * wallet is not among the first ones.
 */
export function useListings(kit: Kit): readonly WalletListing[] {
  const [listings, setListings] = useState(wallets)
  const { recent, connectors } = kit.getState()
  const knownListings = [...(kit.options.wallets?.custom ?? []), ...listings]
  const isRecentWalletUnknown = recent.some(
    ({ id }) =>
      !connectors[id] &&
      !id.startsWith('peer:') &&
      !knownListings.some((listing) => listing.id === id),
  )
  const hasTransport = Boolean(kit.options.transports?.length)
  useEffect(() => {
    if (isRecentWalletUnknown && hasTransport)
      import('@latchkey/catalog/all-wallets').then(
        ({ allWallets }) => setListings(allWallets()),
        () => {},
      )
  }, [isRecentWalletUnknown, hasTransport])
  return listings
}
