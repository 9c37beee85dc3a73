import { stoppedPriceImpact } from '@latchkey/core'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../contract/view.ts'
import { slippageWarningThreshold } from './percent.ts'

/** Warnings that the visitor should read before confirming the swap. */
export function SwapNotes({
  modal,
  words: swapWords,
  route,
  isWarned,
  impact,
  slippage,
}: ViewProps<'SwapReview'> & {
  readonly isWarned: boolean
  readonly impact: string
  readonly slippage: number
}): ReactElement | null {
  const words = swapWords.review
  const { notes, quote } = route.draft
  const noteTexts: (readonly [string, string])[] = []
  for (const { asset } of [quote.pay, quote.receive]) {
    if (asset.warning) noteTexts.push(['warned-token', words.warned(asset.symbol, asset.warning)])
  }
  if (isWarned)
    noteTexts.push([
      (quote.priceImpact ?? 0) >= stoppedPriceImpact ? 'stopped' : 'impact',
      words.warnedImpact(impact),
    ])
  if (slippage > slippageWarningThreshold) noteTexts.push(['slippage', words.warnedSlippage])
  for (const note of notes) {
    if (note !== 'warned-token' || noteTexts.every(([kind]) => kind !== note))
      noteTexts.push([note, modal.words.review.note[note]])
  }
  if (noteTexts.length === 0) return null
  return (
    <ul className="notes" aria-label={modal.words.review.notes}>
      {noteTexts.map(([kind, text]) => (
        <li key={text} className="note" data-note={kind}>
          {text}
        </li>
      ))}
    </ul>
  )
}
