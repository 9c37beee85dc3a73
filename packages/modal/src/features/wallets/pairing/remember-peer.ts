import { wallets } from '@latchkey/catalog/wallets'
import type { Kit, Peer, State, Stop } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import type { RecentWallet, WalletListing } from '@latchkey/protocol'
import { transportOf } from '../../connect/transport-of.ts'
import { peerListing } from './peer-listing.ts'

/**
 * A wallet that no list contains, taken from the description that the wallet sent of itself;
 * `@latchkey/core` has already shortened its name and removed unsafe links.
 */
function recentWalletOfPeer(peer: Peer | undefined): RecentWallet | undefined {
  const name = peer?.name.trim()
  return peer && name
    ? {
        id: `peer:${name}`,
        name,
        ...(peer.native && { mobile_link: peer.native }),
        ...(peer.universal && { universal_link: peer.universal }),
      }
    : undefined
}

/**
 * Stores the remote wallet itself as the recent wallet instead of the transport, because "Recent"
 * on Connect shows wallets.
 * @param getChosen the wallet that the visitor chose, for peers that report no links
 */
export function rememberPeer(kit: Kit, getChosen?: () => WalletListing | undefined): Stop {
  const rememberWallet = (state: State): void => {
    const id = transportOf(state)?.id
    const connection = id === undefined ? undefined : state.connections[id]
    if (connection?.status !== 'connected') return
    const peer = connection.sessions.find((session) => session.peer)?.peer
    const putWallet = (wallet: RecentWallet | undefined): void => {
      const { recent } = kit.getState()
      const isNewRecent = recent[0]?.id === id || !recent.some((one) => one.id === wallet?.id)
      if (!wallet || !isNewRecent) return
      const otherRecentWallets = recent.filter((one) => one.id !== id && one.id !== wallet.id)
      kit[inside].dispatch({ type: 'recent-changed', recent: [wallet, ...otherRecentWallets] })
    }
    const putListing = (listing: WalletListing | undefined): void =>
      // Without `getChosen` it is unknown whether a list contains this wallet, so the wallet's own
      // description is not stored.
      putWallet(
        listing ? { id: listing.id, name: listing.name } : getChosen && recentWalletOfPeer(peer),
      )
    const listings = [...(kit.options.wallets?.custom ?? []), ...wallets()]
    const listing = (peer && peerListing(peer, listings)) ?? getChosen?.()
    if (!listing && (peer?.native || peer?.universal))
      import('@latchkey/catalog/all-wallets').then(
        ({ allWallets }) => putListing(peerListing(peer, allWallets())),
        () => {},
      )
    else putListing(listing)
  }
  // A connection may have been granted to an earlier load of this page; the visitor then has chosen
  // no wallet in this load.
  rememberWallet(kit.getState())
  return kit.watch(({ type }, state, previous) => {
    if (type === 'recent-changed') {
      if (state.recent[0]?.id === transportOf(state)?.id) rememberWallet(state)
    } else if (type === 'disconnected' || type === 'session-ended') rememberWallet(previous)
  })
}
