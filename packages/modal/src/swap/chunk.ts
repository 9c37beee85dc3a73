import swapCss from '../styles/swap.css?inline'
import { swapWords } from '../words/en/swap.ts'
import type { SwapWords } from '../words/words.ts'
import { Swap } from './Swap.tsx'
import { SwapReview } from './SwapReview.tsx'
import { SwapStatus } from './SwapStatus.tsx'
import { SwapToken } from './SwapToken.tsx'

/** Everything about swapping: loaded when somebody is about to. */
export interface SwapChunk {
  readonly Swap: typeof Swap
  readonly SwapToken: typeof SwapToken
  readonly SwapReview: typeof SwapReview
  readonly SwapStatus: typeof SwapStatus
  readonly words: SwapWords
  readonly css: string
}

export const swapChunk: SwapChunk = {
  Swap,
  SwapToken,
  SwapReview,
  SwapStatus,
  words: swapWords,
  css: swapCss,
}
