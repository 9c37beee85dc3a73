import type { ErrorCode } from '@latchkey/protocol'
import type { AccountChunkWords, PayWords } from '../../words/words.ts'

/** Returns the text below the figures of a quote, and whether the text reports a failure. */
export function quoteStatus(
  words: PayWords,
  shared: Pick<AccountChunkWords, 'review' | 'errors'>,
  {
    isAsking,
    isChanged,
    isMissed,
    failure,
    wallet,
    symbol,
  }: {
    readonly isAsking: boolean
    readonly isChanged: boolean
    /**
     * Whether the visitor pressed the button although the account does not have enough of the
     * asset.
     */
    readonly isMissed: boolean
    readonly failure: ErrorCode | undefined
    readonly wallet: string
    readonly symbol: string
  },
): { readonly text: string; readonly isFailure: boolean } {
  if (isAsking) return { text: shared.review.continueIn(wallet), isFailure: false }
  if (isMissed || failure === 'insufficient-funds')
    return { text: words.notEnough(symbol), isFailure: true }
  if (failure === 'user-rejected' || failure === 'rpc-transaction-rejected')
    return { text: words.declined, isFailure: false }
  if (isChanged) return { text: words.changed, isFailure: true }
  if (failure === undefined || failure === 'aborted') return { text: '', isFailure: false }
  return { text: `${words.failed} ${shared.errors[failure]}`, isFailure: true }
}
