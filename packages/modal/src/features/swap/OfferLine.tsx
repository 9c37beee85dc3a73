import { warnedPriceImpact } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import type { SwapWords } from '../../words/words.ts'
import { percentText } from './percent.ts'
import { rateText } from './rate-text.ts'
import type { Offer } from './use-offer.ts'

/** Error codes after which asking for the same quote again would not help. */
const finalErrorCodes: readonly ErrorCode[] = [
  'swap-liquidity-missing',
  'swap-chain-unsupported',
  'swap-amount-incorrect',
  'amount-invalid',
]

/** Shows the quote, or why there is none; always drawn, so that the view does not move. */
export function OfferLine(props: {
  readonly modal: ViewModal
  readonly words: SwapWords
  readonly locale: string
  readonly offer: Offer
}): ReactElement {
  const { modal, words, locale, offer } = props
  const { quote, follows, error } = offer
  const [isTurned, setTurned] = useState(false)
  const hasHighImpact = (quote?.priceImpact ?? 0) >= warnedPriceImpact
  const rate =
    quote &&
    (isTurned
      ? rateText(quote.receive, quote.pay, locale)
      : rateText(quote.pay, quote.receive, locale))
  return (
    <div className="offer" data-follows={follows}>
      {quote && !error && (
        <>
          <button
            type="button"
            className="quiet"
            aria-description={words.review.invert}
            onClick={() => setTurned(!isTurned)}
          >
            {rate}
          </button>
          <span className="offer-by" data-warned={hasHighImpact}>
            {hasHighImpact
              ? `${words.review.impact} ${percentText(quote.priceImpact ?? 0, locale)}`
              : quote.provider && words.form.provider(quote.provider)}
          </span>
        </>
      )}
      <span role="status" className={error ? 'offer-error' : 'hidden'}>
        {error &&
          (finalErrorCodes.includes(error) ? modal.words.errors[error] : words.form.noOffer)}
        {follows === 'none' && words.form.asking}
      </span>
      {error && !finalErrorCodes.includes(error) && (
        <button type="button" className="pill small" onClick={offer.retry}>
          {words.form.retry}
        </button>
      )}
      {follows === 'none' && <span className="skeleton offer-skeleton" aria-hidden="true" />}
    </div>
  )
}
