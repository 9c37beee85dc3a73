import { useAccount } from '@latchkey/react'
import { useExchanges } from '@latchkey/react/queries'
import type { ReactElement, ReactNode } from 'react'
import { findChain } from '../account/chain-name.ts'
import { BuyIcon, ReceiveIcon } from '../account/icons.tsx'
import { useLent } from '../account/lent.ts'
import type { Route } from '../route.ts'
import type { ViewProps } from '../view.ts'
import type { BuyWords } from '../words/words.ts'
import { ExchangeIcon } from './icons.tsx'

export declare namespace FundWallet {
  type Props = ViewProps<'FundWallet'> & { readonly words: BuyWords }
}

/** Every way in which coins come to an account; one that is not there is not drawn. */
export function FundWallet({ kit, modal, words }: FundWallet.Props): ReactElement {
  const { canBuy } = useLent()
  const { account, chain, namespace, isChainSupported } = useAccount()
  const known = findChain(kit, chain)
  const asset = known && kit.adapters[namespace]?.nativeAsset(known)
  const exchanges = useExchanges({ asset: isChainSupported ? asset : undefined })
  if (!account) return <p className="hint">{modal.words.account.notConnected}</p>
  const way = (icon: ReactNode, name: string, hint: string, route: Route): ReactElement => (
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
  const isPretended = exchanges.data?.every(({ isSandbox }) => isSandbox) === true
  return (
    <ul className="list">
      {canBuy(kit) &&
        isChainSupported &&
        way(<BuyIcon />, fund.buy, fund.buyHint, { view: 'OnRampProviders' })}
      {kit.options.features?.receive !== false &&
        way(<ReceiveIcon />, fund.receive, fund.receiveHint, { view: 'Receive' })}
      {(exchanges.data?.length ?? 0) > 0 &&
        way(<ExchangeIcon />, fund.exchange, isPretended ? words.sandbox : fund.exchangeHint, {
          view: 'PayWithExchange',
        })}
    </ul>
  )
}
