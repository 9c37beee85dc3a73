import type { AuthWay } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'

/** How a visitor chose to sign in, in one click. */
export interface StartedSignIn {
  readonly way: AuthWay
  /** Id of the sign-in, 32 bytes as base64url: whoever knows it can only finish it. */
  readonly login: string
  readonly handle?: Window | null
  /** No window could be opened, as it seems: the visitor may go there in this tab. */
  readonly isBlocked: boolean
  /** Begun before this page was loaded: what was asked for then. */
  readonly chains?: readonly ChainId[]
}

/** In the tab's own storage: `login way chain …` of a sign-in by redirect. */
export const waitingKey = 'latchkey.vault.login'

/**
 * In the kit's storage: that a session stood when the page was left, and on which chains, apart by
 * spaces.
 */
export const keptKey = (kit: string): string => `latchkey.${kit}.v1.vault`
