import type { Kit } from '@latchkey/core'
import type { LoginStep } from '@latchkey/protocol/vault'

const key = 'login.email-change'

/**
 * A change of the email address that waits for a code. It is kept, so that going back and forth
 * does not start it again.
 */
interface EmailChange {
  /** The account; a later login with another account does not continue the change. */
  readonly account: string
  /** The new address. */
  readonly next: string
  readonly step: Extract<LoginStep, { readonly step: 'code' }>
}

/** The pending change of that account, while its code is valid. */
export function emailChangeOf(kit: Kit, account: string | undefined): EmailChange | undefined {
  const kept = kit.memory.get(key) as EmailChange | undefined
  return kept && kept.account === account && kept.step.expiresAt > Date.now() ? kept : undefined
}

export function keepEmailChange(kit: Kit, change: EmailChange | undefined): void {
  if (change) kit.memory.set(key, change)
  else kit.memory.delete(key)
}

/** The view for the code of a change. */
export function viewOf({
  next,
  step,
}: EmailChange): 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp' {
  return step.email === next ? 'UpdateEmailSecondaryOtp' : 'UpdateEmailPrimaryOtp'
}
