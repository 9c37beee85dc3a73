import { getAccount, type SessionAccount } from '@latchkey/core'
import { addressOf, hasCode } from '@latchkey/protocol'
import { useAccount, useSelectAccount } from '@latchkey/react'
import { useNativeBalance } from '@latchkey/react/queries'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { accountPair } from '../../shared/account-pair.ts'
import { shortAmount } from '../../shared/amounts.ts'
import { chainName } from '../../shared/chain-name.ts'
import { useLocale } from '../../shared/use-locale.ts'

/**
 * Shows the externally owned account and the smart account of a key on this chain, with their
 * balances, and a button to switch between them.
 */
function UpgradeWallet({ kit, modal, words }: ViewProps<'UpgradeWallet'>): ReactElement {
  const { account, accounts, chain } = useAccount()
  const selectAccount = useSelectAccount()
  const network = chainName(kit, chain)
  const ownAndSmartAccount = accountPair(accounts)
  if (!ownAndSmartAccount) return <p className="hint">{words.none(network)}</p>
  const otherKind = account === ownAndSmartAccount.smart.account ? 'own' : 'smart'
  const switchAccountKind = async (): Promise<void> => {
    const outcome = await selectAccount.run({ account: ownAndSmartAccount[otherKind].account })
    if (outcome.status === 'superseded') return
    if (outcome.status === 'failed') {
      const code = hasCode(outcome.error) ? outcome.error.code : 'unknown'
      modal.toast({ variant: 'error', text: modal.words.errors[code] })
      return
    }
    modal.toast({ variant: 'success', text: words.done[otherKind] })
    modal.back()
  }
  return (
    <div className="settings">
      <p className="hint">{words.two(network)}</p>
      {(['smart', 'own'] as const).map((kind) => (
        <AccountSide
          key={kind}
          modal={modal}
          words={words}
          one={ownAndSmartAccount[kind]}
          name={words[kind]}
          isShown={kind !== otherKind}
        />
      ))}
      <button type="button" className="primary" onClick={() => void switchAccountKind()}>
        {modal.words.upgrade[otherKind]}
      </button>
    </div>
  )
}

function AccountSide({
  one,
  name,
  isShown,
  modal,
  words,
}: Pick<ViewProps<'UpgradeWallet'>, 'modal' | 'words'> & {
  readonly one: SessionAccount
  readonly name: string
  readonly isShown: boolean
}): ReactElement {
  const { data, isError } = useNativeBalance({ account: one.account })
  const locale = useLocale(modal.options)
  const placeholder = isError ? words.unread : words.reading
  return (
    <section className="upgrade-side" aria-label={name}>
      <h3>
        {name}
        {isShown && <span className="tag">{modal.words.settings.current}</span>}
      </h3>
      <dl className="box">
        <div className="kv">
          <dt>{words.holds}</dt>
          <dd>{data ? shortAmount(data.amount, data.asset, locale) : placeholder}</dd>
        </div>
        <dt className="kv-title">{words.address}</dt>
        <dd className="whole">
          <AddressGroups address={addressOf(one.account)} />
        </dd>
      </dl>
    </section>
  )
}

export const upgradeWalletView: View<'UpgradeWallet'> = {
  heading: (words, _, kit) => {
    const { account, accounts } = getAccount(kit)
    return words.upgrade[account === accountPair(accounts)?.smart.account ? 'own' : 'smart']
  },
  component: UpgradeWallet,
}
