import type { Kit } from '@latchkey/core'
import { createKnownLinks } from '../pairing/known-links.ts'
import { linkTo } from '../pairing/link-to.ts'
import { createPairing } from '../pairing/pairing.ts'
import { rememberPeer } from '../pairing/remember-peer.ts'
import { sayWhereOneIs } from '../pairing/say-where-one-is.ts'
import { Icon } from '../parts/Icon.tsx'
import { Qr } from '../parts/Qr.tsx'
import { Tile } from '../parts/Tile.tsx'
import cardsCss from '../styles/cards.css?inline'
import codeCss from '../styles/code.css?inline'
import furtherCss from '../styles/further.css?inline'
import searchCss from '../styles/search.css?inline'
import type { FurtherChunk } from '../view.ts'
import { allWalletsView } from '../views/all-wallets/AllWallets.tsx'
import { connectFamilyView } from '../views/connect-family/ConnectFamily.tsx'
import { downloadsView } from '../views/get-wallet/Downloads.tsx'
import { getWalletView } from '../views/get-wallet/GetWallet.tsx'
import { connectingMultiChainView } from '../views/multi-chain/ConnectingMultiChain.tsx'
import { connectingWalletConnectView } from '../views/remote/ConnectingWalletConnect.tsx'
import { connectingWalletConnectBasicView } from '../views/remote/ConnectingWalletConnectBasic.tsx'
import { whatIsAWalletView } from '../views/what-is-a-wallet/WhatIsAWallet.tsx'
import { isPhone } from '../wallet/is-phone.ts'
import { furtherWords } from '../words/en/further.ts'
import { useErrorWords } from '../words/use-error-words.ts'

const chunk: FurtherChunk = {
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
  words: furtherWords,
  css: [cardsCss, codeCss, searchCss, furtherCss].join('\n'),
  start: (kit, { refresh, getChosen, modal }) => {
    const pairing = createPairing(kit, refresh)
    const known = createKnownLinks(kit, refresh)
    const forget = rememberPeer(kit, getChosen)
    sayWhatIsNotShown(kit)
    const unwatch = sayWhereOneIs(kit, modal)
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
        unwatch()
        pairing.stop()
      },
    }
  },
}

/**
 * Tells the owner why a picture they named is missing: no page of theirs may need to load from
 * anywhere else.
 */
function sayWhatIsNotShown({ options: { gateway, wallets } }: Kit): void {
  const names = (wallets?.custom ?? []).flatMap(({ name, image_url }) =>
    /^https?:/i.test(image_url ?? '') ? name : [],
  )
  if (!gateway && names.length > 0)
    console.warn(
      `Latchkey: without a gateway the picture of ${names.join(', ')} must be a data: address.`,
    )
}

/**
 * What is one step further than Connect, wallets that are not in this browser above all: loaded on
 * intent.
 */
export async function furtherChunk(kit: Kit): Promise<FurtherChunk> {
  const { transports, features } = kit.options
  if (!features?.emailCapture && !transports?.some(({ auth }) => auth)) return chunk
  // Handed over, not imported there: a file that one more chunk shares is torn out of the dialog's
  // first one.
  return (await import('../login/chunk.tsx')).withLogin(chunk, {
    Icon,
    isPhone,
    Qr,
    Tile,
    useErrorWords,
  })
}
