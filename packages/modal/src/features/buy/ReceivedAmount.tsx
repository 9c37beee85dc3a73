import type { BuyQuote } from '@latchkey/core'
import { type ReactElement, type ReactNode, useId } from 'react'
import type { BuyWords } from '../../words/words.ts'
import { moneyText } from './money-text.ts'

/**
 * Amount of coins that the money buys. An estimate is drawn smaller and marked, so that it is not
 * mistaken for a quote.
 */
export function ReceivedAmount(props: {
  readonly words: BuyWords
  readonly locale: string
  readonly quote: BuyQuote | null | undefined
  readonly isBusy: boolean
  /** Whether there is no valid amount to ask a quote for. */
  readonly isFaulty: boolean
  readonly symbol: string
  /** Content beside the amount, such as the choice of the coin. */
  readonly children: ReactNode
}): ReactElement {
  const { words, locale, quote, isBusy, isFaulty, symbol, children } = props
  const id = useId()
  return (
    <div className="receives" data-estimate={quote?.isEstimate ?? false}>
      <span className="receives-label" id={id}>
        {words.receive}
        {quote?.isEstimate && <span className="tag">{words.quote.estimate}</span>}
      </span>
      <div className="amount-row">
        {/* biome-ignore lint/a11y/useSemanticElements: an output is a live region, and a price read aloud at every refresh is noise */}
        <div role="group" aria-labelledby={id} aria-busy={isBusy} className="receives-amount">
          {isBusy ? (
            <span className="skeleton receives-skeleton">
              <span className="hidden">{words.quote.busy}</span>
            </span>
          ) : (
            <span data-none={!quote}>
              {isFaulty ? '–' : receivesText(words, quote, symbol, locale)}
            </span>
          )}
        </div>
        {children}
      </div>
    </div>
  )
}

function receivesText(
  words: BuyWords,
  quote: BuyQuote | null | undefined,
  symbol: string,
  locale: string,
): string {
  if (!quote) return words.quote.none
  const { purchaseAmount, paymentTotal, isEstimate } = quote
  const text = moneyText(purchaseAmount, locale)
  // Without a known price, the text only says how much money is left to buy coins for after the
  // fees.
  if (purchaseAmount.currency === paymentTotal.currency) return words.quote.leftFor(text, symbol)
  return isEstimate ? words.quote.about(text) : text
}
