import type { Feature } from '../../contract/view.ts'
import profileCss from '../../styles/profile.css?inline'
import { profileWords } from '../../words/en/profile.ts'
import { profileWalletsView } from './ProfileWallets.tsx'
import { startProfile } from './start-profile.ts'

/**
 * The feature that lists the visitor's wallets: the connected ones, and those that were connected
 * recently.
 */
export const feature: Feature<'profile'> = {
  views: {
    ProfileWallets: profileWalletsView,
  },
  words: profileWords,
  start: startProfile,
  css: profileCss,
}
