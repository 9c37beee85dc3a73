import { warnedPriceImpact } from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'
import { useTransaction } from '@latchkey/react'
import { type ReactElement, useId, useMemo, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { OpenWallet } from '../../parts/OpenWallet.tsx'
import { exactAmount, shortAmount } from '../../shared/amounts.ts'
import { chainName } from '../../shared/chain-name.ts'
import { useHoldings } from '../../shared/use-holdings.ts'
import { useLocale } from '../../shared/use-locale.ts'
import { useWalletName } from '../../shared/use-wallet.ts'
import { guardSigning } from '../send/SendReview.tsx'
import { ApprovalChoice } from './ApprovalChoice.tsx'
import { percentText } from './percent.ts'
import { rateText } from './rate-text.ts'
import { isReviewFailure, reviewStatus } from './review-status.ts'
import { SlippageChoice } from './SlippageChoice.tsx'
import { SwapNotes } from './SwapNotes.tsx'
import { SwapSides } from './SwapSides.tsx'
import { useSwapReview } from './use-swap-review.ts'
import { useWorth } from './use-worth.ts'

/**
 * Shows what is paid, the least that is received, the fee, and warnings, before the wallet is
 * asked.
 */
function SwapReview(props: ViewProps<'SwapReview'>): ReactElement {
  const status = useTransaction({ id: props.route.id })?.status
  const words = props.words.review
  if (status === 'draft' || status === 'signing') return <Review {...props} />
  return (
    <>
      <p className="hint">{words.gone}</p>
      <button type="button" className="primary" onClick={() => props.modal.back()}>
        {words.startAgain}
      </button>
    </>
  )
}

function Review(props: ViewProps<'SwapReview'>): ReactElement {
  const { kit, modal, route, words: swapWords } = props
  const { draft } = route
  const { quote, swap, reset, approval, simulation } = draft
  const words = swapWords.review
  const locale = useLocale(modal.options)
  const id = useId()
  const wallet = useWalletName(swap.from) ?? modal.words.connecting.unknownWallet
  const balances = useHoldings(modal.options)
  const heldAssets = useMemo(() => balances.data?.map(({ asset }) => asset), [balances.data])
  const review = useSwapReview({ ...props, held: heldAssets })
  const [isTurned, setTurned] = useState(false)
  const { pay, receive, priceImpact } = quote
  const fiatWorth = useWorth(modal.options, locale, [pay.asset, receive.asset], balances.data)
  const minimum = swap.receives?.minimum ?? 0n
  const feeLimitText = (fee: bigint, coin: Asset): string =>
    [modal.words.review.feeAtMost(shortAmount(fee, coin, locale)), fiatWorth(coin, fee)]
      .filter(Boolean)
      .join(' · ')
  const approvalFee = (approval?.fee ?? 0n) + (review.step === 'reset' ? (reset?.fee ?? 0n) : 0n)
  const impactText =
    priceImpact === undefined ? words.impactUnknown : percentText(priceImpact, locale)
  const hasHighImpact = (priceImpact ?? 0) >= warnedPriceImpact
  const renderLine = (name: string, value: ReactElement | string, isBad = false): ReactElement => (
    <div className="kv" data-warned={isBad}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <div className="review swap-review">
      <SwapSides
        kit={kit}
        locale={locale}
        worth={fiatWorth}
        words={words}
        pay={pay}
        receive={receive}
      />
      <dl className="box">
        {swap.maximum !== undefined &&
          renderLine(words.maximum, exactAmount(swap.maximum, pay.asset, locale))}
        {renderLine(words.minimum, exactAmount(minimum, receive.asset, locale))}
        {renderLine(
          words.rate,
          <button
            type="button"
            className="turn"
            aria-description={words.invert}
            onClick={() => setTurned(!isTurned)}
          >
            {isTurned ? rateText(receive, pay, locale) : rateText(pay, receive, locale)}
          </button>,
        )}
        {renderLine(words.impact, impactText, hasHighImpact)}
        {quote.provider && renderLine(words.provider, quote.provider)}
        {quote.fee &&
          renderLine(words.providerFee, shortAmount(quote.fee.amount, quote.fee.asset, locale))}
      </dl>
      <dl className="box">
        {renderLine(modal.words.review.network, chainName(kit, swap.chain))}
        {simulation.data === undefined
          ? renderLine(modal.words.review.fee, words.feeUnknown)
          : renderLine(modal.words.review.fee, feeLimitText(simulation.fee, simulation.feeAsset))}
        {review.step !== 'swap' &&
          approvalFee > 0n &&
          approval?.feeAsset &&
          renderLine(words.approvalFee, feeLimitText(approvalFee, approval.feeAsset))}
        <SlippageChoice
          words={words}
          locale={locale}
          slippage={review.slippage}
          onChange={(slippage) => void review.changeChoices({ slippage })}
        />
        {approval && review.step !== 'swap' && !route.draft.notes.includes('unknown-router') && (
          <ApprovalChoice
            words={words}
            kind={review.kind}
            exact={shortAmount(swap.maximum ?? swap.amount, pay.asset, locale)}
            symbol={pay.asset.symbol}
            onChange={(kind) => void review.changeChoices({ kind })}
          />
        )}
      </dl>
      <SwapNotes
        {...props}
        isWarned={hasHighImpact}
        impact={impactText}
        slippage={review.slippage}
      />
      {review.mustAcceptLoss && (
        <div className="legal" data-fault={review.isMissed}>
          <label className="check">
            <input
              ref={review.box}
              type="checkbox"
              checked={review.isAccepted}
              aria-describedby={`${id}-accept`}
              onChange={(event) => review.accept(event.currentTarget.checked)}
            />
            <span>{words.accept(impactText)}</span>
          </label>
          <p id={`${id}-accept`} role="status" className="legal-note">
            {review.isMissed ? words.acceptFirst : null}
          </p>
        </div>
      )}
      <p
        role="status"
        className="review-status"
        data-failed={!review.isBusy && isReviewFailure(review)}
      >
        {reviewStatus(props, review, wallet)}
      </p>
      <button
        type="button"
        className="primary"
        aria-busy={review.isSigning || review.isBusy}
        onClick={() => void review.continueSwap()}
      >
        {review.step === 'swap' ? words.swap : words[review.step](pay.asset.symbol)}
      </button>
      {review.isSigning && <OpenWallet label={modal.words.review.open} account={swap.from} />}
      <button type="button" className="secondary" onClick={() => modal.back()}>
        {review.isSigning ? modal.words.review.stopWaiting : words.edit}
      </button>
    </div>
  )
}

export const swapReviewView: View<'SwapReview'> = {
  heading: (words) => words.swap.review,
  component: SwapReview,
  guard: guardSigning,
}
