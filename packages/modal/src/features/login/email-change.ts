import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import type { LoginStep } from '@latchkey/protocol/vault'

/**
 * A change of the email address that waits for a code. It is kept, so that going back and forth
 * does not start it again.
 */
interface EmailChange {
  /**
   * The account whose email address changes; a later login with another account does not continue
   * the change.
   */
  readonly account: string
  /** The new email address. */
  readonly next: string
  readonly step: Extract<LoginStep, { readonly step: 'code' }>
}

const changeStoreOfKit: (kit: Kit) => { change?: EmailChange | undefined } = perKit(() => ({}))

/** The pending change of that account, while its code is valid. */
export function emailChangeOf(kit: Kit, account: string | undefined): EmailChange | undefined {
  const { change } = changeStoreOfKit(kit)
  return change && change.account === account && change.step.expiresAt > Date.now()
    ? change
    : undefined
}

export function keepEmailChange(kit: Kit, change: EmailChange | undefined): void {
  changeStoreOfKit(kit).change = change
}

/** The route to the view that asks for the code of an email change. */
export function emailViewOf({
  next,
  step,
}: EmailChange): 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp' {
  return step.email === next ? 'UpdateEmailSecondaryOtp' : 'UpdateEmailPrimaryOtp'
}
