import { formatAmount } from '@latchkey/core'
import type { AccountId, Asset, ChainId, Exchange } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useExchanges } from '@latchkey/react/queries'
import type { FormEvent, ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AmountField } from '../../parts/AmountField.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { allowedImage } from '../../shared/allowed-image.ts'
import { amountFaultText } from '../../shared/amount-fault.ts'
import { chainName, findChain } from '../../shared/chain-name.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { Choice } from './Choice.tsx'
import { SandboxTag } from './SandboxTag.tsx'
import { EmptyState, Loading } from './States.tsx'
import { exchangeItem } from './seller-item.tsx'
import { useDepositForm } from './use-deposit-form.ts'

export declare namespace PayWithExchange {
  type Props = ViewProps<'PayWithExchange'>
}

/** The view in which the visitor deposits coins from an exchange into the account. */
function PayWithExchange(props: PayWithExchange.Props): ReactElement {
  const { kit, modal, route, words } = props
  const { account, chain, namespace, isChainSupported } = useAccount()
  const balances = useHoldings(modal.options)
  const configuredChain = findChain(kit, chain)
  const asset =
    balances.data?.find((balance) => balance.asset.id === route.asset)?.asset ??
    (configuredChain && kit.adapters[namespace]?.nativeAsset(configuredChain))
  const exchanges = useExchanges({ asset: isChainSupported ? asset : undefined })
  if (!account) return <p className="hint">{modal.words.account.notConnected}</p>
  if (!asset || !isChainSupported)
    return <EmptyState title={modal.words.networks.unsupported(chainName(kit, chain))} />
  if (exchanges.isError)
    return (
      <EmptyState
        title={words.exchange.unavailable}
        hint={modal.words.errors['exchange-unavailable']}
      >
        <button type="button" className="pill" onClick={() => void exchanges.refetch()}>
          {words.retry}
        </button>
      </EmptyState>
    )
  if (!exchanges.data) return <Loading words={words} />
  return (
    <DepositForm
      {...props}
      account={account}
      asset={asset}
      chain={chain}
      exchanges={exchanges.data}
    />
  )
}

type FormProps = PayWithExchange.Props & {
  readonly account: AccountId
  readonly asset: Asset
  readonly chain: ChainId
  readonly exchanges: readonly Exchange[]
}

function DepositForm({
  kit,
  modal,
  route,
  words,
  account,
  asset,
  chain,
  exchanges,
}: FormProps): ReactElement {
  const locale = useLocale(modal.options)
  const exchange = exchanges.find(({ id }) => id === route.exchange) ?? exchanges[0]
  const form = useDepositForm({
    kit,
    modal,
    route,
    account,
    asset,
    exchange,
    locale,
    openingText: words.opening(exchange?.name ?? ''),
  })
  const network = chainName(kit, chain)
  function submitForm(event: FormEvent): void {
    event.preventDefault()
    void form.startDeposit()
  }
  function chooseToken(): void {
    modal.push(
      { view: 'SendToken' },
      {
        onSuccess: (chosenAsset) => {
          modal.back()
          form.changeFields({ asset: chosenAsset as Asset['id'] })
        },
      },
    )
  }
  const iconUrl = allowedImage(kit, asset.iconUrl)
  const decimalPlaces = asset.decimals
  return (
    <form className="buy" onSubmit={submitForm} noValidate>
      <AmountField
        label={words.amount}
        field={form.field}
        text={route.amount ?? ''}
        onText={(amount) => form.changeFields({ amount })}
        placeholder={formatAmount(0n, decimalPlaces, { locale })}
        fault={
          form.fault === 'missing'
            ? words.fault.amountMissing
            : form.fault && amountFaultText(modal.words.send.fault, form.fault, decimalPlaces)
        }
        hint={words.exchange.hint(asset.symbol, network)}
      >
        <button
          type="button"
          className="pill token"
          aria-label={words.exchange.asset(asset.symbol)}
          onClick={chooseToken}
        >
          <TokenIcon
            asset={{ id: asset.id, symbol: asset.symbol, ...(iconUrl && { iconUrl }) }}
            size={24}
          />
          <span>{asset.symbol}</span>
        </button>
      </AmountField>
      {exchange ? (
        <Choice
          label={words.exchange.list}
          items={exchanges.map((one) => exchangeItem(kit, one, words))}
          selected={exchange.id}
          onSelect={(id) => form.changeFields({ exchange: id })}
        />
      ) : (
        <EmptyState title={words.exchange.none(asset.symbol, network)} />
      )}
      <div className="act">
        <div role="alert" className="alert">
          {form.failure && modal.words.errors[form.failure]}
        </div>
        {exchange?.isSandbox && <SandboxTag words={words} />}
        {exchange && (
          <button type="submit" className="primary" aria-busy={form.isBusy}>
            {words.continue}
          </button>
        )}
      </div>
    </form>
  )
}

export const payWithExchangeView: View<'PayWithExchange'> = {
  heading: (words) => words.buy.exchange,
  component: PayWithExchange,
}
