import { createKnownLinks } from '../pairing/known-links.ts'
import { linkTo } from '../pairing/link-to.ts'
import { createPairing } from '../pairing/pairing.ts'
import { rememberPeer } from '../pairing/remember-peer.ts'
import cardsCss from '../styles/cards.css?inline'
import codeCss from '../styles/code.css?inline'
import furtherCss from '../styles/further.css?inline'
import searchCss from '../styles/search.css?inline'
import type { FurtherChunk } from '../view.ts'
import { allWalletsView } from '../views/all-wallets/AllWallets.tsx'
import { downloadsView } from '../views/get-wallet/Downloads.tsx'
import { getWalletView } from '../views/get-wallet/GetWallet.tsx'
import { connectingMultiChainView } from '../views/multi-chain/ConnectingMultiChain.tsx'
import { connectingWalletConnectView } from '../views/remote/ConnectingWalletConnect.tsx'
import { connectingWalletConnectBasicView } from '../views/remote/ConnectingWalletConnectBasic.tsx'
import { whatIsAWalletView } from '../views/what-is-a-wallet/WhatIsAWallet.tsx'
import { furtherWords } from '../words/en/further.ts'

/** What is one step further than Connect, wallets that are not in this browser above all: loaded on intent. */
export const furtherChunk: FurtherChunk = {
  views: {
    AllWallets: allWalletsView,
    ConnectingMultiChain: connectingMultiChainView,
    ConnectingWalletConnect: connectingWalletConnectView,
    ConnectingWalletConnectBasic: connectingWalletConnectBasicView,
    Downloads: downloadsView,
    GetWallet: getWalletView,
    WhatIsAWallet: whatIsAWalletView,
  },
  words: furtherWords,
  css: [cardsCss, codeCss, searchCss, furtherCss].join('\n'),
  start: (kit, { onChange, getChosen }) => {
    const pairing = createPairing(kit, onChange)
    const known = createKnownLinks(kit, onChange)
    const forget = rememberPeer(kit, getChosen)
    return {
      getUri: () => pairing.getLink()?.uri,
      linkTo: (wallet) => {
        const link = pairing.getLink()
        return link && linkTo(kit, known(wallet), link, getChosen())
      },
      hold: () => {
        known.load()
        return pairing.hold()
      },
      stop: () => {
        forget()
        pairing.stop()
      },
    }
  },
}
