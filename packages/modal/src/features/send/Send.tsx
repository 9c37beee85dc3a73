import { fiatValue } from '@latchkey/core'
import { type Asset, namespaceOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { type FormEvent, type ReactElement, useId } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { AmountField } from '../../parts/AmountField.tsx'
import { SwitchUnitIcon } from '../../parts/icons.tsx'
import { TokenIcon } from '../../parts/TokenIcon.tsx'
import { exactAmount, fiatText, shortAmount } from '../../shared/amounts.ts'
import { findChain } from '../../shared/chain-name.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { faultText } from './fault-text.ts'
import {
  type AmountFormat,
  formatTypedAmount,
  parseTypedAmount,
  placesOfFormat,
} from './typed-amount.ts'
import { useSendForm } from './use-send-form.ts'

function Send(props: ViewProps<'Send'>): ReactElement {
  const { kit, modal, route } = props
  const words = modal.words.send
  const { account, chain, namespace } = useAccount()
  const balances = useHoldings(modal.options)
  const configuredChain = findChain(kit, chain)
  const adapter = kit.adapters[namespace]
  const balance = balances.data?.find(({ asset }) => asset.id === route.asset)
  const asset = balance?.asset ?? (configuredChain && adapter?.nativeAsset(configuredChain))
  if (!account || !asset) return <p className="hint">{words.unsupportedChain}</p>
  return (
    <SendForm
      {...props}
      account={account}
      asset={asset}
      chain={chain}
      balance={balance ?? balances.data?.find((one) => one.asset.id === asset.id)}
    />
  )
}

type FormProps = ViewProps<'Send'> &
  Pick<Parameters<typeof useSendForm>[0], 'account' | 'balance' | 'chain'> & {
    readonly asset: Asset
  }

function SendForm({ kit, modal, route, account, chain, asset, balance }: FormProps): ReactElement {
  const words = modal.words.send
  const locale = useLocale(modal.options)
  const id = useId()
  const { currency = 'usd' } = modal.options
  const tokenFormat: AmountFormat = { asset, locale }
  const moneyFormat: AmountFormat = { ...tokenFormat, money: { currency, price: balance?.price } }
  const isInMoney = route.unit === 'money'
  const inputFormat = isInMoney ? moneyFormat : tokenFormat
  const form = useSendForm({
    kit,
    modal,
    route,
    account,
    chain,
    asset,
    balance,
    writing: inputFormat,
  })
  const { resolved } = form
  const hasNames = kit.adapters[namespaceOf(account)]?.read.addressOfName !== undefined
  // Fiat value of the typed amount if that is valid, otherwise of the whole balance.
  const typedAmount = parseTypedAmount(route.amount ?? '', inputFormat)
  const fiatWorth = balance && fiatValue([{ ...balance, amount: typedAmount ?? balance.amount }])
  const nativeCoinSymbol = nativeSymbol(kit, chain) ?? asset.symbol
  const typedUnit = { symbol: asset.symbol, decimals: placesOfFormat(inputFormat) }
  const text = form.fault && faultText(words.fault, form.fault, typedUnit, nativeCoinSymbol)
  const recipientFault = form.fault?.field === 'recipient' ? text : undefined

  function submitForm(event: FormEvent): void {
    event.preventDefault()
    void form.prepareReview()
  }
  function changeUnit(): void {
    const amount =
      typedAmount === null
        ? ''
        : formatTypedAmount(typedAmount, isInMoney ? tokenFormat : moneyFormat)
    const { unit: _, ...otherFields } = route
    form.changeFields({ amount })
    modal.update({ ...otherFields, amount, ...(!isInMoney && { unit: 'money' as const }) })
    form.amount.current?.focus()
  }
  function chooseToken(): void {
    modal.push(
      { view: 'SendToken' },
      {
        onSuccess: (chosenToken) => {
          modal.back()
          // An amount typed in money is dropped: the same money would be a different amount of the
          // new token, and the new token may have no price.
          const { unit: _, amount, ...otherFields } = route
          modal.update({
            ...otherFields,
            asset: chosenToken as Asset['id'],
            ...(!isInMoney && amount !== undefined && { amount }),
          })
        },
      },
    )
  }
  return (
    <form className="send" onSubmit={submitForm} noValidate>
      <AmountField
        label={words.amount}
        field={form.amount}
        text={route.amount ?? ''}
        onText={(amount) => form.changeFields({ amount })}
        placeholder="0"
        action={
          <>
            {(isInMoney || balance?.price !== undefined) && (
              <button
                type="button"
                className="pill small"
                aria-label={words.enterIn(isInMoney ? asset.symbol : currency.toUpperCase())}
                onClick={changeUnit}
              >
                <SwitchUnitIcon />
                {isInMoney ? asset.symbol : currency.toUpperCase()}
              </button>
            )}
            <button type="button" className="pill small" onClick={() => void form.fillMaxAmount()}>
              {words.max}
            </button>
          </>
        }
        fault={form.fault?.field === 'amount' ? (text ?? undefined) : undefined}
        hint={
          balance && (
            <span className="available" title={exactAmount(balance.amount, asset, locale)}>
              {!isInMoney &&
                fiatWorth !== undefined &&
                `${fiatText(fiatWorth, locale, currency)} · `}
              {isInMoney && typedAmount !== null && typedAmount > 0n
                ? words.isAmount(shortAmount(typedAmount, asset, locale))
                : words.available(shortAmount(balance.amount, asset, locale))}
            </span>
          )
        }
      >
        {isInMoney && <span className="amount-unit">{currency.toUpperCase()}</span>}
        <button
          type="button"
          className="pill token"
          ref={form.token}
          onClick={chooseToken}
          aria-label={words.token(asset.symbol)}
        >
          <TokenIcon asset={asset} size={24} />
          <span>{asset.symbol}</span>
        </button>
      </AmountField>
      <div className="recipient" data-fault={recipientFault !== undefined}>
        <label htmlFor={`${id}-to`}>{words.recipient}</label>
        <input
          id={`${id}-to`}
          ref={form.recipient}
          aria-describedby={`${id}-note`}
          aria-invalid={recipientFault !== undefined}
          type="text"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          placeholder={hasNames ? words.recipientHint : words.recipientAddress}
          value={route.to ?? ''}
          onChange={(event) => form.changeFields({ to: event.currentTarget.value })}
          onBlur={form.checkRecipient}
        />
        <div className="field-note" id={`${id}-note`}>
          {recipientFault}
          {!recipientFault && resolved.lookup === 'running' && words.resolving}
          {!recipientFault && resolved.lookup === 'unknown' && words.fault.unknownName}
          {!recipientFault && resolved.lookup === 'failed' && words.fault.lookupFailed}
          {!recipientFault && resolved.lookup === 'found' && resolved.address && (
            <AddressGroups address={resolved.address} />
          )}
        </div>
      </div>
      <div role="alert" className="alert">
        {form.failure && modal.words.errors[form.failure]}
      </div>
      <button type="submit" className="primary" aria-busy={form.isBusy}>
        {words.review}
      </button>
    </form>
  )
}

function nativeSymbol(
  kit: ViewProps['kit'],
  chain: Parameters<typeof findChain>[1],
): string | undefined {
  return findChain(kit, chain)?.nativeCurrency.symbol
}

export const sendView: View<'Send'> = { heading: (words) => words.send.heading, component: Send }
