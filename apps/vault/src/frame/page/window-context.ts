import type { Logins } from '../account/open-logins.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import type { Approvals } from '../approval/open-approvals.ts'
import type { Vault } from '../vault.ts'

/** The parts of the frame that serve the vault's windows. */
export interface WindowContext {
  readonly vault: Vault
  readonly signIn: SignIn
  readonly logins: Logins
  /** The approvals of the page's requests; null before the page's first request. */
  readonly approvals: () => Approvals | null
  /**
   * Called after a change of which the page must be told, such as another way to recover or another
   * account.
   */
  readonly onChange: (isEnded: boolean) => Promise<void>
}
