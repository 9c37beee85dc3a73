import upgradeCss from '../styles/upgrade.css?inline'
import { upgradeWords } from '../words/en/upgrade.ts'
import type { UpgradeWords } from '../words/words.ts'
import { DelegationNote } from './DelegationNote.tsx'
import { UpgradeWallet } from './UpgradeWallet.tsx'

/**
 * The choice between the key's own account and the contract it has, and what commands the former:
 * loaded when it is wanted.
 */
export interface UpgradeChunk {
  readonly DelegationNote: typeof DelegationNote
  readonly UpgradeWallet: typeof UpgradeWallet
  readonly words: UpgradeWords
  readonly css: string
}

export const upgradeChunk: UpgradeChunk = {
  DelegationNote,
  UpgradeWallet,
  words: upgradeWords,
  css: upgradeCss,
}
