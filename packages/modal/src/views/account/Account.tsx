import { getAccount } from '@latchkey/core'
import { useAccount, useDisconnect, useTransactions } from '@latchkey/react'
import { useIdentity } from '@latchkey/react/queries'
import { type ReactElement, useEffect, useId } from 'react'
import { allowedImage } from '../../account/allowed-image.ts'
import { CopyButton } from '../../account/CopyButton.tsx'
import { chainName, findChain } from '../../account/chain-name.ts'
import { explorerUrl } from '../../account/explorer.ts'
import { CopyIcon, OutIcon } from '../../account/icons.tsx'
import { shortAddress } from '../../account/short-address.ts'
import { useHoldings } from '../../account/use-holdings.ts'
import { useLocale } from '../../account/use-locale.ts'
import { useWallet, useWalletName } from '../../account/use-wallet.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import type { View, ViewProps } from '../../view.ts'
import { AccountActions } from './AccountActions.tsx'
import { BalanceFigure } from './BalanceFigure.tsx'
import { PendingList } from './PendingList.tsx'
import { TokenList } from './TokenList.tsx'

function Account({ kit, modal }: ViewProps<'Account'>): ReactElement {
  const words = modal.words.account
  const locale = useLocale(modal.options)
  const id = useId()
  const { account, address, chain, connectorId, isChainSupported } = useAccount()
  const wallet = useWallet()
  const walletName = useWalletName()
  const disconnect = useDisconnect()
  const readable = isChainSupported ? account : undefined
  const balances = useHoldings(modal.options)
  const identity = useIdentity({ account: readable })
  const pending = useTransactions({ ...(account && { from: account }), statuses: ['signing', 'submitted', 'unknown'] })
  const name = identity.data?.name
  const { update } = modal
  useEffect(() => {
    if (!address || !name) return
    update({ view: 'Account', named: { address, name } })
    // For the page's button, which reads no names itself: a connected page asks nobody anything.
    kit.memory.set(address, name)
  }, [kit, update, address, name])
  if (!account || !address) return <p className="hint">{words.notConnected}</p>

  const known = findChain(kit, chain)
  const page = explorerUrl(known, 'address', address)
  return (
    <div className="account">
      <Avatar address={address} image={allowedImage(kit, identity.data?.avatar)} />
      {isChainSupported && (
        <BalanceFigure label={words.balance} busy={words.loading} query={balances} locale={locale} />
      )}
      <div className="account-line">
        {name && (
          <span className="account-address" dir="ltr">
            {shortAddress(address)}
          </span>
        )}
        <CopyButton className="quiet icon" text={address} label={words.copyAddress} modal={modal}>
          <CopyIcon />
        </CopyButton>
        {page && known?.explorer && (
          <a
            className="quiet icon"
            href={page}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={words.explorer(known.explorer.name)}
            title={words.explorer(known.explorer.name)}
          >
            <OutIcon />
          </a>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={words.network(chainName(kit, chain))}
          onClick={() => modal.push({ view: 'Networks' })}
        >
          {chainName(kit, chain)}
        </button>
      </div>
      {!isChainSupported && <p className="note">{modal.words.networks.unsupported(chain)}</p>}
      <AccountActions kit={kit} modal={modal} canSend={wallet?.features.transfer !== undefined && isChainSupported} />
      <PendingList transactions={pending} modal={modal} locale={locale} />
      {isChainSupported && <TokenList query={balances} modal={modal} locale={locale} />}
      <button
        type="button"
        className="secondary"
        aria-describedby={`${id}-wallet`}
        onClick={() => void disconnect.run(connectorId === undefined ? {} : { connector: connectorId })}
      >
        {words.disconnect}
      </button>
      <span id={`${id}-wallet`} hidden>
        {walletName && words.disconnectOf(walletName)}
      </span>
    </div>
  )
}

export const accountView: View<'Account'> = {
  heading: (words, { named }, kit) => {
    const { address } = getAccount(kit)
    if (address === undefined) return words.account.heading
    // The account may have changed since the name came.
    return named?.address === address ? named.name : shortAddress(address)
  },
  component: Account,
  corner: { icon: 'gear', label: (words) => words.account.settings, route: { view: 'AccountSettings' } },
}
