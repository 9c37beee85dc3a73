import type { WalletListing } from '@latchkey/protocol'
import codeCss from '../styles/code.css?inline'
import remoteCss from '../styles/remote.css?inline'
import type { RemoteChunk } from '../view.ts'
import { connectingWalletConnectView } from '../views/remote/ConnectingWalletConnect.tsx'
import { connectingWalletConnectBasicView } from '../views/remote/ConnectingWalletConnectBasic.tsx'
import { downloadsView } from '../views/remote/Downloads.tsx'
import { getWalletView } from '../views/remote/GetWallet.tsx'
import { readPlatform } from '../wallet/platform.ts'
import { walletLink } from '../wallet/wallet-link.ts'
import { connectWords } from '../words/en/connect.ts'
import { remoteWords } from '../words/en/remote.ts'
import { createPairing } from './pairing.ts'
import { rememberPeer } from './remember-peer.ts'

/** Everything about wallets that are not in this browser, loaded on intent. */
export const remoteChunk: RemoteChunk = {
  views: {
    ConnectingWalletConnect: connectingWalletConnectView,
    ConnectingWalletConnectBasic: connectingWalletConnectBasicView,
    GetWallet: getWalletView,
    Downloads: downloadsView,
  },
  words: { ...connectWords, ...remoteWords },
  css: [codeCss, remoteCss].join('\n'),
  start: (kit, { onChange, getChosen }) => {
    const pairing = createPairing(kit, onChange)
    const forget = rememberPeer(kit, getChosen)
    return {
      getUri: pairing.getUri,
      linkTo: (wallet: WalletListing) => {
        const uri = pairing.getUri()
        return uri === undefined ? undefined : walletLink(wallet, uri, readPlatform())
      },
      hold: pairing.hold,
      stop: () => {
        forget()
        pairing.stop()
      },
    }
  },
}
