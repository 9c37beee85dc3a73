import type { Feature } from '../../contract/view.ts'
import swapCss from '../../styles/swap.css?inline'
import { swapWords } from '../../words/en/swap.ts'
import { swapView } from './Swap.tsx'
import { swapReviewView } from './SwapReview.tsx'
import { swapStatusView } from './SwapStatus.tsx'
import { swapTokenView } from './SwapToken.tsx'

/** The feature that draws the views of swaps. */
export const feature: Feature<'swap'> = {
  views: {
    Swap: swapView,
    SwapReview: swapReviewView,
    SwapStatus: swapStatusView,
    SwapToken: swapTokenView,
  },
  words: swapWords,
  css: swapCss,
}
