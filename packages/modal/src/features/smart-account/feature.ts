import type { Feature } from '../../contract/view.ts'
import upgradeCss from '../../styles/upgrade.css?inline'
import { upgradeWords } from '../../words/en/upgrade.ts'
import { DelegationNote } from './DelegationNote.tsx'
import { upgradeWalletView } from './UpgradeWallet.tsx'

/**
 * The choice between the key's externally owned account and its smart account, and the note about a
 * contract to which the former is delegated (EIP-7702).
 */
export const feature: Feature<'smart-account'> = {
  views: {
    UpgradeWallet: upgradeWalletView,
  },
  parts: { DelegationNote },
  words: upgradeWords,
  css: upgradeCss,
}
