import type { Kit } from '@latchkey/core'
import type { WalletListing } from '@latchkey/protocol'
import type { Route } from '../contract/route.ts'
import type { DialogModules } from './early-events.ts'

export interface ChosenWallet {
  readonly name: string
  /** How the wallet is reached, as the analytics event names it. */
  readonly platform: 'browser' | 'mobile' | 'qrcode' | 'unsupported'
  readonly listing?: WalletListing
}

/** The wallet that a view shows; nothing when it shows none. */
export function chosenWallet(
  kit: Kit,
  route: Route,
  listings: readonly WalletListing[],
  { isPhone, transportOf, groupWallets }: DialogModules,
): ChosenWallet | undefined {
  const { connectors } = kit.getState()
  const remotePlatform = isPhone() ? 'mobile' : 'qrcode'
  const walletOfConnector = (id: string | undefined): ChosenWallet | undefined => {
    const connector = id === undefined ? undefined : connectors[id]
    if (!connector) return undefined
    const [wallet] = groupWallets([connector], listings)
    return {
      name: wallet?.name ?? connector.wallet.name,
      platform: 'browser',
      ...(wallet?.listing && { listing: wallet.listing }),
    }
  }
  switch (route.view) {
    case 'ConnectingExternal':
      return walletOfConnector(route.connector)
    case 'ConnectingMultiChain':
      return walletOfConnector(route.connectors[0])
    case 'ConnectingWalletConnect':
      return { name: route.wallet.name, platform: remotePlatform, listing: route.wallet }
    case 'ConnectingWalletConnectBasic': {
      const transport = transportOf(kit.getState())
      return transport && { name: transport.wallet.name, platform: remotePlatform }
    }
    case 'Downloads':
      return { name: route.wallet.name, platform: 'unsupported', listing: route.wallet }
    default:
      return undefined
  }
}

/** Rank of a wallet in the wallet list (`order` of its listing); empty when the list gives none. */
export function readRankProperties(listing: WalletListing | undefined): {
  readonly walletRank?: number
} {
  return typeof listing?.order === 'number' ? { walletRank: listing.order } : {}
}

/**
 * The wallet's id in the WalletConnect explorer; for a wallet without one, its id in Latchkey's
 * list.
 */
export function findExplorerId({ id, explorer_ids }: WalletListing): string {
  return explorer_ids?.[0] ?? id
}
