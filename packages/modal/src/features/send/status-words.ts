import type { TransactionStatus } from '@latchkey/core'
import type { AccountWords } from '../../words/words.ts'

type Words = AccountWords['status' | 'pageStatus']

/** Heading of the dialog for each status of a transfer. */
export function statusHeading(words: Words, status: TransactionStatus): string {
  return {
    draft: words.failed,
    signing: words.sending,
    submitted: words.sending,
    confirmed: words.sent,
    failed: words.failed,
    dropped: words.dropped,
    replaced: words.replaced,
    unknown: words.unknown,
  }[status]
}

/** What the status means for the visitor. */
export function statusHint(words: Words, status: TransactionStatus): string {
  return {
    draft: '',
    signing: '',
    submitted: words.sendingHint,
    confirmed: words.sentHint,
    failed: words.failedHint,
    dropped: words.droppedHint,
    replaced: words.replacedHint,
    unknown: words.unknownHint,
  }[status]
}
