import type { FurtherWords } from '../../../words/words.ts'
import type { RemoteStatus } from './remote-status.ts'

export interface StatusText {
  readonly title: string
  readonly hint: string
  /** What the visitor can do next; absent when nothing failed. */
  readonly step?: { readonly kind: 'retry' | 'choose'; readonly text: string }
}

/**
 * What happened and what to do next, as texts.
 * @param reason text of the error, once it is loaded
 */
export function statusTextOf(
  words: FurtherWords['remote'],
  status: RemoteStatus,
  {
    wallet,
    inWallet = wallet,
    networks,
    reason = '',
  }: {
    wallet: string
    /** The wallet's name as it is used within a sentence; default `wallet`. */
    inWallet?: string | undefined
    networks: string
    reason?: string | undefined
  },
): StatusText {
  const retry = { kind: 'retry', text: words.tryAgain } as const
  switch (status) {
    case 'preparing':
      return { title: words.preparing, hint: words.comeBack }
    case 'ready':
      return { title: words.continueIn(wallet), hint: words.comeBack }
    case 'connected':
      return { title: words.connected, hint: words.connectedHint }
    case 'declined':
      return { title: words.declined, hint: words.declinedHint(inWallet), step: retry }
    case 'expired':
      return {
        title: words.expired,
        hint: words.expiredHint,
        step: { kind: 'retry', text: words.newCode },
      }
    case 'offline':
      return { title: words.offline, hint: words.offlineHint, step: retry }
    case 'late':
      return { title: words.late, hint: words.lateHint(wallet), step: retry }
    case 'unsupported':
      return {
        title: words.unsupported,
        hint: words.unsupportedHint(wallet, networks),
        step: { kind: 'choose', text: words.choose },
      }
    case 'unsettled':
      return { title: words.unsettled, hint: words.unsettledHint(wallet), step: retry }
    case 'failed':
      return { title: words.failed, hint: reason, step: retry }
  }
}
