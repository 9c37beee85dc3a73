import {
  getConnection,
  type Kit,
  type Platform,
  readPlatform,
  type WalletLink,
  walletLink,
} from '@latchkey/core'
import { questionLink } from '@latchkey/core/inside'
import type { WalletListing } from '@latchkey/protocol'
import { transportOf } from '../../connect/transport-of.ts'
import type { PairingLink } from './pairing.ts'

/**
 * The link that opens a wallet. It contains the request itself, if the wallet supports that;
 * otherwise it is the pairing link. When a link with a request was opened and the wallet did not
 * answer, the pairing link is used, because the wallet may not support the other link.
 * @param chosenWallet the wallet the visitor was sent to
 */
export function walletPairingLink(
  kit: Kit,
  wallet: WalletListing,
  { uri, link }: PairingLink,
  chosenWallet: WalletListing | undefined,
  platform: Platform = readPlatform(),
): WalletLink | null {
  const transport = transportOf(kit.getState())
  const wasAlreadyOpened =
    chosenWallet?.id === wallet.id &&
    transport &&
    getConnection(kit, { connector: transport.id }).status === 'connecting'
  return (
    (link && !wasAlreadyOpened && questionLink(wallet, link, platform)) ||
    walletLink(wallet, uri, platform)
  )
}
