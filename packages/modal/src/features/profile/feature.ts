import type { Feature } from '../../contract/view.ts'
import profileCss from '../../styles/profile.css?inline'
import { profileWords } from '../../words/en/profile.ts'
import { profileWalletsView } from './ProfileWallets.tsx'
import { startProfile } from './start-profile.ts'

/** The visitor's wallets: those that are connected, and those that were lately. */
export const feature: Feature<'profile'> = {
  views: {
    ProfileWallets: profileWalletsView,
  },
  words: profileWords,
  start: startProfile,
  css: profileCss,
}
