import { getAccount } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import { useAccount, useSelectAccount } from '@latchkey/react'
import type { ReactElement } from 'react'
import { accountPair } from '../../account/account-pair.ts'
import { shortAmount } from '../../account/amounts.ts'
import { WithLate } from '../../account/late.tsx'
import { useLocale } from '../../account/use-locale.ts'
import type { View, ViewProps } from '../../view.ts'

/**
 * Drawn by the upgrade chunk, with what it would otherwise share: a shared file is one more for
 * every page.
 */
function UpgradeView(props: ViewProps<'UpgradeWallet'>): ReactElement {
  const { modal } = props
  const { account, accounts } = useAccount()
  const select = useSelectAccount()
  const locale = useLocale(modal.options)
  const pair = accountPair(accounts)
  const next = account === pair?.smart.account ? 'own' : 'smart'
  const change = async (done: string): Promise<void> => {
    if (!pair) return
    const outcome = await select.run({ account: pair[next].account })
    if (outcome.status === 'superseded') return
    if (outcome.status === 'failed') {
      const code = hasCode(outcome.error) ? outcome.error.code : 'unknown'
      modal.toast({ variant: 'error', text: modal.words.errors[code] })
      return
    }
    modal.toast({ variant: 'success', text: done })
    modal.back()
  }
  return (
    <WithLate name="upgrade" modal={modal} loading={modal.words.upgrade.loading}>
      {(chunk) => (
        <chunk.UpgradeWallet
          {...props}
          pair={pair}
          next={next}
          words={chunk.words}
          amountText={(amount, asset) => shortAmount(amount, asset, locale)}
          onChange={(done) => void change(done)}
        />
      )}
    </WithLate>
  )
}

/** Its heading, which says where the button leads, is there before the chunk. */
export const upgradeWalletView: View<'UpgradeWallet'> = {
  heading: (words, _, kit) => {
    const { account, accounts } = getAccount(kit)
    return words.upgrade[account === accountPair(accounts)?.smart.account ? 'own' : 'smart']
  },
  component: UpgradeView,
}
