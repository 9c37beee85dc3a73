import type { Kit } from '@latchkey/core'
import type { LoginStep } from '@latchkey/protocol/vault'

const key = 'login.email-change'

/**
 * A change of the address that a code is waited for: whoever goes back and forth does not begin it
 * anew.
 */
interface EmailChange {
  /** Whose address: an account that is signed in later has no part in it. */
  readonly account: string
  /** The new address. */
  readonly next: string
  readonly step: Extract<LoginStep, { readonly step: 'code' }>
}

/** The change under way for that account, while its code holds. */
export function emailChangeOf(kit: Kit, account: string | undefined): EmailChange | undefined {
  const kept = kit.memory.get(key) as EmailChange | undefined
  return kept && kept.account === account && kept.step.expiresAt > Date.now() ? kept : undefined
}

export function keepEmailChange(kit: Kit, change: EmailChange | undefined): void {
  if (change) kit.memory.set(key, change)
  else kit.memory.delete(key)
}

/** Where a code of that change is typed. */
export function viewOf({
  next,
  step,
}: EmailChange): 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp' {
  return step.email === next ? 'UpdateEmailSecondaryOtp' : 'UpdateEmailPrimaryOtp'
}
