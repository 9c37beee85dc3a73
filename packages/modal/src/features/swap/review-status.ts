import type { ViewProps } from '../../contract/view.ts'
import type { SwapReviewState } from './use-swap-review.ts'

/** Whether the status text of the swap review reports a failure. */
export function isReviewFailure({
  failure,
  approval,
  hasMoved,
  isSigning,
}: SwapReviewState): boolean {
  const isDeclined = failure === 'user-rejected' || failure === 'rpc-transaction-rejected'
  return (
    !isSigning &&
    ((failure !== undefined && !isDeclined) ||
      hasMoved ||
      approval === 'failed' ||
      approval === 'dropped')
  )
}

/** Returns a single sentence: about what is in progress, else what failed, else what is done. */
export function reviewStatus(
  { modal, words: swapWords, route }: Pick<ViewProps<'SwapReview'>, 'modal' | 'words' | 'route'>,
  state: SwapReviewState,
  wallet: string,
): string {
  const words = swapWords.review
  const { symbol } = route.draft.quote.pay.asset
  const { failure, approval, isSigning, isChecking, step } = state
  if (isSigning) return modal.words.review.continueIn(wallet)
  if (isChecking) return words.checking
  if (approval === 'submitted')
    return (step === 'reset' ? words.resetting : words.approving)(symbol)
  if (state.hasMoved) return words.moved
  if (failure === 'user-rejected' || failure === 'rpc-transaction-rejected') return words.declined
  if (approval === 'failed' || approval === 'dropped' || approval === 'replaced')
    return words.approveFailed
  if (approval === 'unknown') return words.approveUnknown
  if (failure) return `${words.failed} ${modal.words.errors[failure]}`
  if (step === 'reset') return words.resetFirst(symbol)
  if (state.isTakenBack) return words.takenBack(symbol)
  return approval === 'confirmed' ? words.approved(symbol) : ''
}
