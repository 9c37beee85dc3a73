import type { Kit } from '@latchkey/core'
import type { Feature } from '../../contract/view.ts'
import cardsCss from '../../styles/cards.css?inline'
import codeCss from '../../styles/code.css?inline'
import furtherCss from '../../styles/further.css?inline'
import searchCss from '../../styles/search.css?inline'
import { furtherWords } from '../../words/en/further.ts'
import { allWalletsView } from './all-wallets/AllWallets.tsx'
import { connectFamilyView } from './ConnectFamily.tsx'
import { connectingMultiChainView } from './ConnectingMultiChain.tsx'
import { downloadsView } from './get-wallet/Downloads.tsx'
import { getWalletView } from './get-wallet/GetWallet.tsx'
import { announceOtherFamily } from './pairing/announce-other-family.ts'
import { createKnownLinks } from './pairing/known-links.ts'
import { createPairing } from './pairing/pairing.ts'
import { rememberPeer } from './pairing/remember-peer.ts'
import { walletPairingLink } from './pairing/wallet-pairing-link.ts'
import { connectingWalletConnectView } from './remote/ConnectingWalletConnect.tsx'
import { connectingWalletConnectBasicView } from './remote/ConnectingWalletConnectBasic.tsx'
import { whatIsAWalletView } from './WhatIsAWallet.tsx'

/**
 * The views to which the view Connect leads, mainly for wallets outside of this browser. They are
 * loaded before the visitor clicks.
 */
export const feature: Feature<'wallets'> = {
  views: {
    AllWallets: allWalletsView,
    ConnectFamily: connectFamilyView,
    ConnectingMultiChain: connectingMultiChainView,
    ConnectingWalletConnect: connectingWalletConnectView,
    ConnectingWalletConnectBasic: connectingWalletConnectBasicView,
    Downloads: downloadsView,
    GetWallet: getWalletView,
    WhatIsAWallet: whatIsAWalletView,
  },
  sharedWords: furtherWords,
  css: [cardsCss, codeCss, searchCss, furtherCss].join('\n'),
  start: ({ kit, refresh, getChosen, modal }) => {
    const pairing = createPairing(kit, refresh)
    const knownLinks = createKnownLinks(kit, refresh)
    const stopRememberingPeer = rememberPeer(kit, getChosen)
    warnOfHiddenWallets(kit)
    const stopFamilyNotice = announceOtherFamily(kit, modal)
    return {
      getUri: () => pairing.getLink()?.uri,
      linkTo: (wallet) => {
        const link = pairing.getLink()
        return link && walletPairingLink(kit, knownLinks(wallet), link, getChosen())
      },
      hold: () => {
        knownLinks.load()
        return pairing.hold()
      },
      stop: () => {
        stopRememberingPeer()
        stopFamilyNotice()
        pairing.stop()
      },
    }
  },
}

/**
 * Tells the owner in the console why an icon they named is missing: the page loads images only from
 * the gateway.
 */
function warnOfHiddenWallets({ options: { gateway, wallets } }: Kit): void {
  const names = (wallets?.custom ?? []).flatMap(({ name, image_url }) =>
    /^https?:/i.test(image_url ?? '') ? name : [],
  )
  if (!gateway && names.length > 0)
    console.warn(
      `Latchkey: without a gateway the picture of ${names.join(', ')} must be a data: address.`,
    )
}
