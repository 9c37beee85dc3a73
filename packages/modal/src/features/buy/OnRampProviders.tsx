import { type AccountId, chainOf, type OnrampProvider } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useOnrampProviders } from '@latchkey/react/queries'
import type { FormEvent, ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AmountField } from '../../parts/AmountField.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { chainName } from '../../shared/chain-name.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { assetOfSoldCoin } from './asset-of-sold-coin.ts'
import { Choice } from './Choice.tsx'
import { faultText, methodText } from './form-words.ts'
import { QuoteBox } from './QuoteBox.tsx'
import { ReceivedAmount } from './ReceivedAmount.tsx'
import { SandboxTag } from './SandboxTag.tsx'
import { EmptyState, Loading } from './States.tsx'
import { sellerItem } from './seller-item.tsx'
import { useBuyForm } from './use-buy-form.ts'

export declare namespace OnRampProviders {
  type Props = ViewProps<'OnRampProviders'>
}

/**
 * The view in which the visitor buys coins for money: choice of seller, amount, payment method, and
 * the quote.
 */
function OnRampProviders(props: OnRampProviders.Props): ReactElement {
  const { kit, modal, route, words } = props
  const { account, chain, isChainSupported } = useAccount()
  const sellers = useOnrampProviders({ chain })
  if (!account) return <p className="hint">{modal.words.account.notConnected}</p>
  if (sellers.isError)
    return (
      <EmptyState title={words.unavailable} hint={modal.words.errors['onramp-unavailable']}>
        <button type="button" className="pill" onClick={() => void sellers.refetch()}>
          {words.retry}
        </button>
      </EmptyState>
    )
  if (!sellers.data) return <Loading words={words} />
  const seller =
    sellers.data.find(({ serviceProvider }) => serviceProvider === route.provider) ??
    sellers.data[0]
  if (!seller || !isChainSupported)
    return (
      <EmptyState title={words.nobody(chainName(kit, chain))} hint={words.nobodyHint}>
        <button type="button" className="pill" onClick={() => modal.push({ view: 'FundWallet' })}>
          {words.otherWays}
        </button>
      </EmptyState>
    )
  return (
    <BuyForm key={account} {...props} account={account} seller={seller} sellers={sellers.data} />
  )
}

type FormProps = OnRampProviders.Props & {
  readonly account: AccountId
  readonly seller: OnrampProvider
  readonly sellers: readonly OnrampProvider[]
}

function BuyForm({ kit, modal, route, words, account, seller, sellers }: FormProps): ReactElement {
  const locale = useLocale(modal.options)
  const form = useBuyForm({
    kit,
    modal,
    route,
    account,
    seller,
    locale,
    openingText: words.opening(seller.name),
  })
  const { choices, quote } = form
  const isSandbox = seller.isSandbox === true
  const provider = seller.serviceProvider
  function submitForm(event: FormEvent): void {
    event.preventDefault()
    void form.startPurchase()
  }
  const providers = (
    <Choice
      key="providers"
      label={words.provider}
      items={sellers.map((one) => sellerItem(kit, one, words, locale))}
      selected={provider}
      onSelect={(id) => form.changeFields({ provider: id })}
    />
  )
  if (form.isEmpty)
    return (
      <form className="buy" onSubmit={submitForm} noValidate>
        {sellers.length > 1 && providers}
        <EmptyState title={words.nobody(chainName(kit, chainOf(account)))} hint={words.nobodyHint}>
          <button type="button" className="pill" onClick={() => modal.push({ view: 'FundWallet' })}>
            {words.otherWays}
          </button>
        </EmptyState>
      </form>
    )
  if (!choices) return <Loading words={words} />
  const { asset, currency, method } = choices
  const methods = currency.payment_method_limits
  return (
    <form className="buy" onSubmit={submitForm} noValidate>
      <AmountField
        label={words.amount}
        field={form.field}
        text={form.text}
        onText={(amount) => form.changeFields({ amount })}
        placeholder="0"
        fault={
          form.fault
            ? faultText({ ...words, send: modal.words.send }, form.fault, choices, locale)
            : undefined
        }
        hint={method && methodText(words, method, currency.id, locale)}
      >
        <button
          type="button"
          className="pill"
          aria-label={words.currency(currency.id)}
          onClick={() =>
            openOptionChoice({ view: 'OnRampFiatSelect', provider }, (id) =>
              form.changeFields({ currency: id, method: undefined }),
            )
          }
        >
          {currency.id}
        </button>
      </AmountField>
      <ReceivedAmount
        words={words}
        locale={locale}
        quote={quote}
        isBusy={form.isAsking}
        isFaulty={form.isFaulty}
        symbol={asset.symbol}
      >
        <button
          type="button"
          className="pill token"
          aria-label={words.asset(asset.symbol)}
          onClick={() =>
            openOptionChoice({ view: 'OnRampTokenSelect', provider }, (symbol) =>
              form.changeFields({ asset: symbol }),
            )
          }
        >
          <TokenIcon asset={assetOfSoldCoin(kit, chainOf(account), asset)} size={24} />
          <span>{asset.symbol}</span>
        </button>
      </ReceivedAmount>
      {methods.length > 1 && (
        <Choice
          isInline
          label={words.method}
          items={methods.map(({ id }) => ({ id, label: words.methods[id] ?? id }))}
          selected={method?.id}
          onSelect={(id) => form.changeFields({ method: id })}
        />
      )}
      {providers}
      {!quote && form.isAsking && <span className="skeleton quote-skeleton" aria-hidden="true" />}
      {quote && <QuoteBox quote={quote} seller={seller.name} words={words} locale={locale} />}
      {form.isDefault && <p className="hint">{words.default}</p>}
      <div className="act">
        <div role="alert" className="alert">
          {form.failure && modal.words.errors[form.failure]}
        </div>
        {isSandbox && <SandboxTag words={words} />}
        <button type="submit" className="primary" aria-busy={form.isBusy}>
          {words.continue}
        </button>
      </div>
      <div className="foot-links">
        <button
          type="button"
          className="link"
          onClick={() => modal.push({ view: 'WhatIsABuy', isAside: true })}
        >
          {words.whatIsBuying}
        </button>
        <button type="button" className="link" onClick={() => modal.push({ view: 'FundWallet' })}>
          {words.otherWays}
        </button>
      </div>
    </form>
  )

  function openOptionChoice(
    view: Parameters<typeof modal.push>[0],
    onChosen: (id: string) => void,
  ): void {
    modal.push(view, {
      onSuccess: (chosenOption) => {
        modal.back()
        onChosen(chosenOption as string)
      },
    })
  }
}

export const onRampProvidersView: View<'OnRampProviders'> = {
  heading: (words) => words.buy.heading,
  component: OnRampProviders,
}
