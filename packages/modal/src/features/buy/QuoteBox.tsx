import type { BuyQuote } from '@latchkey/core'
import type { Money } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { BuyWords } from '../../words/words.ts'
import { moneyText, unitPrice } from './money-text.ts'

/**
 * Shows the quote with each fee. An estimate is marked, so that it is never mistaken for a quote.
 */
export function QuoteBox(props: {
  readonly quote: BuyQuote
  readonly seller: string
  readonly words: BuyWords
  readonly locale: string
}): ReactElement {
  const { quote, seller, locale } = props
  const words = props.words.quote
  const { paymentTotal, paymentSubtotal, networkFee, providerFee, purchaseAmount, isEstimate } =
    quote
  const price = unitPrice(paymentSubtotal, purchaseAmount)
  const formatMoney = (money: Money): string => {
    const text = moneyText(money, locale)
    if (!isEstimate || money === paymentTotal) return text
    // An estimate does not know the network fee, so a fee of zero is not shown.
    return money === networkFee && !/[1-9]/.test(money.amount)
      ? words.notCounted
      : words.about(text)
  }
  const rows = [
    [words.subtotal, paymentSubtotal],
    [words.provider, providerFee],
    [words.network, networkFee],
    [words.total, paymentTotal],
  ] as const
  return (
    <div className="quote" data-estimate={isEstimate}>
      {isEstimate && (
        <p className="quote-note">
          <span className="tag">{words.estimate}</span>
          {words.estimateHint(seller)}
        </p>
      )}
      <dl className="box">
        {rows.map(
          ([name, money]) =>
            money && (
              <div key={name} className="kv" data-total={money === paymentTotal}>
                <dt>{name}</dt>
                <dd>{formatMoney(money)}</dd>
              </div>
            ),
        )}
        {price && (
          <div className="kv">
            <dt>{words.rate}</dt>
            <dd>{words.rateOf(purchaseAmount.currency, moneyText(price, locale))}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
