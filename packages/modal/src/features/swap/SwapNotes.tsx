import { stoppedPriceImpact } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../contract/view.ts'
import { warnedSlippage } from './percent.ts'

/** Warnings to read before confirming. */
export function SwapNotes({
  modal,
  words: all,
  route,
  isWarned,
  impact,
  slippage,
}: ViewProps<'SwapReview'> & {
  readonly isWarned: boolean
  readonly impact: string
  readonly slippage: number
}): ReactElement | null {
  const words = all.review
  const { notes, quote } = route.draft
  const texts: (readonly [string, string])[] = []
  for (const { asset } of [quote.pay, quote.receive]) {
    if (asset.warning) texts.push(['warned-token', words.warned(asset.symbol, asset.warning)])
  }
  if (isWarned)
    texts.push([
      (quote.priceImpact ?? 0) >= stoppedPriceImpact ? 'stopped' : 'impact',
      words.warnedImpact(impact),
    ])
  if (slippage > warnedSlippage) texts.push(['slippage', words.warnedSlippage])
  for (const note of notes) {
    if (note !== 'warned-token' || texts.every(([kind]) => kind !== note))
      texts.push([note, modal.words.review.note[note]])
  }
  if (texts.length === 0) return null
  return (
    <ul className="notes" aria-label={modal.words.review.notes}>
      {texts.map(([kind, text]) => (
        <li key={text} className="note" data-note={kind}>
          {text}
        </li>
      ))}
    </ul>
  )
}
