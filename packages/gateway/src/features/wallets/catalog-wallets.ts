import { allWallets, searchAllWallets } from '@latchkey/catalog'
import type { WalletListing } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import type { WalletListPort } from '../../ports/wallet-list-port.ts'

/**
 * The wallet list of `@latchkey/catalog`, in which the wallets that the operator certified are
 * marked.
 */
export function catalogWallets({ wallets }: Pick<Config, 'wallets'>): WalletListPort {
  const certifiedIds = new Set(wallets.certified.map((id) => id.toLowerCase()))
  const isCertified = ({ id, explorer_ids = [] }: WalletListing): boolean =>
    [id, ...(explorer_ids ?? [])].some((one) => certifiedIds.has(one.toLowerCase()))
  const markCertified = (listed: readonly WalletListing[]): readonly WalletListing[] =>
    certifiedIds.size === 0
      ? listed
      : listed.map((one) => (isCertified(one) ? { ...one, badge_type: 'certified' as const } : one))
  // The list is built only once, because building it for every request would block the gateway.
  const markedWallets = markCertified(allWallets())
  return { all: () => markedWallets, search: (text) => searchAllWallets(text, markedWallets) }
}
