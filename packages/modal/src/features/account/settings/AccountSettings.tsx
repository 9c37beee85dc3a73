import { hasCode } from '@latchkey/protocol'
import { useAccount, useDisconnect, useSwitchAccount } from '@latchkey/react'
import { type ReactElement, useId } from 'react'
import type { View, ViewProps } from '../../../contract/view.ts'
import { AddressGroups } from '../../../parts/AddressGroups.tsx'
import { CopyButton } from '../../../parts/CopyButton.tsx'
import { accountPair } from '../../../shared/account-pair.ts'
import { chainName, findChain } from '../../../shared/chain-name.ts'
import { explorerUrl } from '../../../shared/explorer.ts'
import { useWalletName } from '../../../shared/use-wallet.ts'
import { AccountRow } from './AccountRow.tsx'
import { AccountTypeRow } from './AccountTypeRow.tsx'
import { LoginRows } from './LoginRows.tsx'
import { NameRow } from './NameRow.tsx'
import { WalletsRow } from './WalletsRow.tsx'

/** The most accounts whose names are looked up. */
const maxNamedAccounts = 12

function AccountSettings({ kit, modal }: ViewProps<'AccountSettings'>): ReactElement {
  const words = modal.words.settings
  const id = useId()
  const { account, accounts, address, chain, connectorId } = useAccount()
  const wallet = useWalletName()
  const disconnect = useDisconnect()
  const switchAccount = useSwitchAccount()
  if (!account || !address) return <p className="hint">{modal.words.account.notConnected}</p>
  const configuredChain = findChain(kit, chain)
  const page = explorerUrl(configuredChain, 'address', address)
  return (
    <div className="settings">
      <dl className="box">
        <div className="kv">
          <dt>{words.wallet}</dt>
          <dd>{wallet}</dd>
        </div>
        <div className="kv">
          <dt>{words.network}</dt>
          <dd>{chainName(kit, chain)}</dd>
        </div>
        <dt className="kv-title">{words.address}</dt>
        <dd className="whole">
          <AddressGroups address={address} />
        </dd>
      </dl>
      <WalletsRow modal={modal} />
      <AccountTypeRow kit={kit} modal={modal} />
      <NameRow kit={kit} account={account} modal={modal} />
      <LoginRows modal={modal} />
      <div className="pair">
        <CopyButton
          className="secondary"
          text={address}
          label={modal.words.account.copyAddress}
          modal={modal}
        />
        {page && configuredChain?.explorer && (
          <a className="secondary" href={page} target="_blank" rel="noopener noreferrer">
            {modal.words.account.explorer(configuredChain.explorer.name)}
          </a>
        )}
      </div>
      {accounts.length > (accountPair(accounts) ? 2 : 1) && (
        <section className="tokens">
          <h3>{words.accounts}</h3>
          <ul className="list" aria-label={words.accounts}>
            {accounts.map((one, i) => (
              <AccountRow
                key={one.account}
                kit={kit}
                modal={modal}
                one={one}
                isCurrent={one.account === account}
                isAsked={i < maxNamedAccounts || one.account === account}
                onChoose={() =>
                  void switchAccount.run({ account: one.account }).then((outcome) => {
                    if (outcome.status !== 'failed') return
                    const code = hasCode(outcome.error) ? outcome.error.code : 'unknown'
                    modal.toast({ variant: 'error', text: modal.words.errors[code] })
                  })
                }
              />
            ))}
          </ul>
        </section>
      )}
      <button
        type="button"
        className="secondary"
        aria-describedby={`${id}-wallet`}
        onClick={() =>
          void disconnect.run(connectorId === undefined ? {} : { connector: connectorId })
        }
      >
        {modal.words.account.disconnect}
      </button>
      <span id={`${id}-wallet`} hidden>
        {wallet && modal.words.account.disconnectOf(wallet)}
      </span>
    </div>
  )
}

export const accountSettingsView: View<'AccountSettings'> = {
  heading: (words) => words.settings.heading,
  component: AccountSettings,
}
