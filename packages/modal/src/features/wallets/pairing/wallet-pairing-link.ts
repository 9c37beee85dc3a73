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
 * The link that opens a wallet: it contains the request itself when the wallet supports that, else
 * the pairing link. When the first kind was opened and the wallet did not answer, the second kind
 * is used, because the wallet may not support the first.
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
