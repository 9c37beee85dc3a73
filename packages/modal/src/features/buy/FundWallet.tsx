import { useAccount } from '@latchkey/react'
import { useExchanges } from '@latchkey/react/queries'
import type { ReactElement, ReactNode } from 'react'
import type { Route } from '../../contract/route.ts'
import type { View, ViewProps } from '../../contract/view.ts'
import { BuyIcon, ReceiveIcon } from '../../parts/icons.tsx'
import { canBuy } from '../../shared/can-buy.ts'
import { findChain } from '../../shared/chain-name.ts'
import { ExchangeIcon } from './icons.tsx'

export declare namespace FundWallet {
  type Props = ViewProps<'FundWallet'>
}

/** Lists all ways to get coins into an account; those that are not available are left out. */
function FundWallet({ kit, modal, words }: FundWallet.Props): ReactElement {
  const { account, chain, namespace, isChainSupported } = useAccount()
  const configuredChain = findChain(kit, chain)
  const asset = configuredChain && kit.adapters[namespace]?.nativeAsset(configuredChain)
  const exchanges = useExchanges({ asset: isChainSupported ? asset : undefined })
  if (!account) return <p className="hint">{modal.words.account.notConnected}</p>
  const renderOption = (
    icon: ReactNode,
    name: string,
    hint: string,
    route: Route,
  ): ReactElement => (
    <li>
      <button
        type="button"
        className="row way"
        aria-description={hint}
        onClick={() => modal.push(route)}
      >
        <span className="way-icon">{icon}</span>
        <span className="row-text">
          <span className="row-name">{name}</span>
          <span className="row-sub" aria-hidden="true">
            {hint}
          </span>
        </span>
      </button>
    </li>
  )
  const { fund } = words
  const isSandboxOnly = exchanges.data?.every(({ isSandbox }) => isSandbox) === true
  return (
    <ul className="list">
      {canBuy(kit) &&
        isChainSupported &&
        renderOption(<BuyIcon />, fund.buy, fund.buyHint, { view: 'OnRampProviders' })}
      {kit.getState().features.receive !== false &&
        renderOption(<ReceiveIcon />, fund.receive, fund.receiveHint, { view: 'Receive' })}
      {(exchanges.data?.length ?? 0) > 0 &&
        renderOption(
          <ExchangeIcon />,
          fund.exchange,
          isSandboxOnly ? words.sandbox : fund.exchangeHint,
          {
            view: 'PayWithExchange',
          },
        )}
    </ul>
  )
}

export const fundWalletView: View<'FundWallet'> = {
  heading: (words) => words.buy.fund,
  component: FundWallet,
}
