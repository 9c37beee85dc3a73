import type { Purchase } from '../../contract/purchase.ts'
import type { BuyWords } from '../../words/words.ts'
import type { Stage } from './progress.ts'

/** Texts for the status of a purchase, and for what the visitor can do then. */
export function describeProgress(
  { progress: words }: BuyWords,
  stage: Stage,
  purchase: Pick<Purchase, 'kind' | 'name' | 'symbol'>,
  currentState: {
    /** Whether the seller's page can no longer be opened from here. */
    readonly isAway: boolean
    readonly isBlocked: boolean
    readonly isWindowClosed: boolean
    readonly isSlow: boolean
    readonly bought: string | undefined
  },
): { readonly title: string; readonly hint: string } {
  const { kind, name, symbol } = purchase
  const isDeposit = kind === 'deposit'
  const hintOrSlowNotice = (hint: string): string => (currentState.isSlow ? words.slow : hint)
  switch (stage) {
    case 'looking':
      return { title: words.looking, hint: words.lookingHint(name) }
    case 'untold':
    case 'waiting':
      if (currentState.isBlocked) return { title: words.blocked(name), hint: words.blockedHint }
      if (stage === 'untold') return { title: words.untold(name), hint: words.untoldHint(name) }
      if (currentState.isWindowClosed)
        return { title: words.waiting(name), hint: words.windowClosed(name) }
      return {
        title: words.waiting(name),
        hint: currentState.isAway
          ? words.waitingAway(name)
          : hintOrSlowNotice(words.waitingHint(name)),
      }
    case 'checking':
      return { title: words.checking, hint: hintOrSlowNotice(words.checkingHint(name)) }
    case 'delivering':
      return {
        title: words.delivering,
        hint: hintOrSlowNotice(words.deliveringHint(symbol)),
      }
    case 'done':
      return {
        title: isDeposit ? words.deposited : words.done,
        hint:
          currentState.bought === undefined ? words.arrived : words.doneHint(currentState.bought),
      }
    case 'declined':
      return { title: words.declined, hint: words.declinedHint(name) }
    case 'abandoned':
      return { title: words.abandoned, hint: words.abandonedHint(name) }
    case 'failed':
      return isDeposit
        ? { title: words.depositFailed, hint: words.depositFailedHint(name) }
        : { title: words.failed, hint: words.failedHint(name) }
  }
}
