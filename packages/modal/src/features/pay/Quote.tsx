import { fiatValue } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'
import { type ReactElement, useId, useRef, useState } from 'react'
import type { ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { OpenWallet } from '../../parts/OpenWallet.tsx'
import type { PaySession } from '../../pay/pay-session.ts'
import type { PayState } from '../../pay/reduce-pay.ts'
import { exactAmount, fiatText, shortAmount } from '../../shared/amounts.ts'
import { chainName } from '../../shared/chain-name.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { useWalletName } from '../../shared/use-wallet.ts'
import { switchRoute } from '../networks/switch-route.ts'
import { GetFirst } from './GetFirst.tsx'
import { Line } from './Line.tsx'
import { PayOptions } from './PayOptions.tsx'
import { quoteStatus } from './quote-status.ts'
import { type PayOption, usePayOptions } from './use-pay-options.ts'
import { usePayment } from './use-payment.ts'

export declare namespace Quote {
  type Props = ViewProps<'Pay'> & {
    readonly session: PaySession
    readonly shown: Extract<PayState, { readonly phase: 'shown' }>
  }
}

/**
 * Shows the amount, the receiver, the asset and the fee of a payment. Its button asks the wallet to
 * pay.
 */
export function Quote(props: Quote.Props): ReactElement {
  const { kit, modal, route, words, session, shown } = props
  const { bill, status, isChanged } = shown
  const locale = useLocale(modal.options)
  const id = useId()
  const options = usePayOptions(kit, bill)
  const option = options.find(({ asset }) => asset.id === route.chosen) ?? options[0]
  const form = usePayment(kit, bill, option, session)
  const [isMissed, setMissed] = useState(false)
  const choice = useRef<HTMLInputElement>(null)
  const wallet = useWalletName(option?.account) ?? modal.words.connecting.unknownWallet
  const holdings = useHoldings(modal.options)
  if (!option) return <p className="hint">{modal.words.errors['chain-unsupported']}</p>
  const network = chainName(kit, option.chain)
  const isAsking = status.state === 'asking'
  const isShort = option.held !== undefined && option.held < option.amount
  const { transaction, estimate } = form.draft ?? {}
  // The warning about a first transfer to a receiver is left out, because the site names the
  // receiver of its own payment.
  const notes = estimate?.notes.filter((note) => note !== 'first-time-receiver') ?? []
  const fee = transaction?.fee
  const feeAsset = transaction?.feeAsset
  const worth = (asset: Asset, amount: bigint): string | undefined => {
    const price = holdings.data?.find((balance) => balance.asset.id === asset.id)?.price
    const value = price === undefined ? undefined : fiatValue([{ asset, amount, price }])
    return value === undefined ? undefined : fiatText(value, locale, modal.options.currency)
  }
  const statusText = quoteStatus(words, modal.words, {
    isAsking,
    isChanged,
    isMissed: isMissed && isShort,
    failure: form.failure,
    wallet,
    symbol: option.asset.symbol,
  })
  const amountText = exactAmount(option.amount, option.asset, locale)
  return (
    <div className="review pay">
      <p className="review-amount" data-long={amountText.length > 14}>
        {amountText}
      </p>
      <p className="review-worth">
        {bill.price
          ? fiatText(bill.price.amount, locale, bill.price.currency)
          : worth(option.asset, option.amount)}
      </p>
      <dl className="box">
        {bill.title && <Line name={words.for}>{bill.title}</Line>}
        <div className="kv with-whole">
          <dt>{words.to}</dt>
          <dd />
          <dd className="whole">
            <AddressGroups address={option.to} />
          </dd>
        </div>
        {bill.expiresAt !== undefined && (
          <Line name={words.openUntil}>{timeText(bill.expiresAt, locale)}</Line>
        )}
      </dl>
      <PayOptions
        kit={kit}
        words={words}
        locale={locale}
        options={options}
        chosen={option}
        isLocked={isAsking}
        choice={choice}
        onChoose={({ asset }) => {
          setMissed(false)
          modal.update({ ...route, chosen: asset.id })
        }}
      />
      {isShort && !isAsking && <GetFirst {...props} option={option} />}
      {option.isOnChain && !isShort && (
        <dl className="box">
          <Line name={modal.words.review.fee}>
            {fee === undefined || !feeAsset
              ? form.failure === undefined && words.computing
              : [
                  modal.words.review.feeAtMost(shortAmount(fee, feeAsset, locale)),
                  worth(feeAsset, fee),
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </Line>
          {fee !== undefined && feeAsset && (
            <Line name={words.total}>{totalText(option, fee, feeAsset, locale, words.plus)}</Line>
          )}
        </dl>
      )}
      {notes.length > 0 && (
        <ul className="notes" aria-label={modal.words.review.notes}>
          {notes.map((note) => (
            <li key={note} className="note" data-note={note}>
              {modal.words.review.note[note]}
            </li>
          ))}
        </ul>
      )}
      <p
        id={`${id}-status`}
        role="status"
        className="review-status"
        data-failed={statusText.isFailure}
      >
        {statusText.text}
      </p>
      {renderAction()}
      {isAsking && (
        <OpenWallet
          label={modal.words.review.open}
          {...(option.account && { account: option.account })}
        />
      )}
      {isAsking && (
        <button type="button" className="secondary" onClick={() => form.cancel()}>
          {modal.words.review.stopWaiting}
        </button>
      )}
    </div>
  )

  function renderAction(): ReactElement {
    const { chain, account, isOnChain } = option as PayOption
    if (!account)
      return (
        <button
          type="button"
          className="primary"
          onClick={() => modal.push({ view: 'SwitchActiveChain', chain })}
        >
          {words.connect}
        </button>
      )
    if (!isOnChain)
      return (
        <button
          type="button"
          className="primary"
          onClick={() => modal.push(switchRoute(kit, chain))}
        >
          {words.switchTo(network)}
        </button>
      )
    return (
      <button
        type="button"
        className="primary"
        aria-busy={isAsking || form.isSending || form.isPreparing}
        aria-describedby={`${id}-status`}
        onClick={() => {
          if (!isShort) return form.pay()
          setMissed(true)
          choice.current?.focus()
        }}
      >
        {words.pay}
      </button>
    )
  }
}

function timeText(time: number, locale: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(time)
}

function totalText(
  { asset, amount }: PayOption,
  fee: bigint,
  feeAsset: Asset,
  locale: string,
  join: (amount: string, fee: string) => string,
): string {
  if (asset.id.toLowerCase() === feeAsset.id.toLowerCase())
    return shortAmount(amount + fee, asset, locale)
  return join(exactAmount(amount, asset, locale), shortAmount(fee, feeAsset, locale))
}
