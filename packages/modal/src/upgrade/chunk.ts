import upgradeCss from '../styles/upgrade.css?inline'
import { upgradeWords } from '../words/en/upgrade.ts'
import type { UpgradeWords } from '../words/words.ts'
import { UpgradeWallet } from './UpgradeWallet.tsx'

/** The choice between the key's own account and the contract it has: loaded when it is wanted. */
export interface UpgradeChunk {
  readonly UpgradeWallet: typeof UpgradeWallet
  readonly words: UpgradeWords
  readonly css: string
}

export const upgradeChunk: UpgradeChunk = { UpgradeWallet, words: upgradeWords, css: upgradeCss }
