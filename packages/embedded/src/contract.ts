import type { AuthWay } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol'

/** The visitor's choice of a login, made in one click. */
export interface StartedSignIn {
  readonly way: AuthWay
  /**
   * Id of the login, 32 bytes as base64url. Somebody who learns it can do nothing with it except
   * finish the login.
   */
  readonly login: string
  readonly handle?: Window | null
  /**
   * Whether the login popup seems to be blocked; if so, the visitor may log in in this tab instead.
   */
  readonly isBlocked: boolean
  /** The chains that were requested, if the login began before this page was loaded. */
  readonly chains?: readonly ChainId[]
}

/**
 * Key in the tab's session storage for a login by redirect; its value is the id of the login, the
 * way to log in and the requested chains, separated by spaces.
 */
export const waitingSignInKey = 'latchkey.vault.login'

/**
 * Key in the kit's storage. Its value is the list of chains, separated by spaces, of a session that
 * existed when the visitor left the page.
 */
export const vaultStorageKey = (kit: string): string => `latchkey.${kit}.v1.vault`
