import { getAccount } from '@latchkey/core'
import { accountPair } from '../../account/account-pair.ts'
import { WithLate } from '../../account/late.tsx'
import type { View, ViewProps } from '../../view.ts'

/** Drawn by the upgrade chunk; its heading, which says where the button leads, is there before it. */
export const upgradeWalletView: View<'UpgradeWallet'> = {
  heading: (words, _, kit) => {
    const { account, accounts } = getAccount(kit)
    return words.upgrade[account === accountPair(accounts)?.smart.account ? 'own' : 'smart']
  },
  component: (props: ViewProps<'UpgradeWallet'>) => (
    <WithLate name="upgrade" modal={props.modal} loading={props.modal.words.upgrade.loading}>
      {(chunk) => <chunk.UpgradeWallet {...props} words={chunk.words} />}
    </WithLate>
  ),
}
