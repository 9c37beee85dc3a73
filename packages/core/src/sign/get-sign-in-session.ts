import { inWords } from '@latchkey/protocol'
import type { SignInSession } from '../contract/sign-in-provider.ts'
import type { Kit } from '../machine/kit.ts'
import { signInOptionsOf } from './ask-server.ts'
import { checkSession } from './follow-sign-in.ts'

/**
 * Asks the owner's server who is signed in, and puts the answer into `State.signIn`; resolves to
 * null when nobody is signed in. It never prompts the visitor.
 * @throws `config-invalid` without `signIn` and without a gateway | `authentication-failed`
 *
 * @example
 * ```ts
 * import { getSignInSession } from '@latchkey/core'
 *
 * const session = await getSignInSession(kit)
 * if (session) console.log(session.accounts[0])
 * ```
 */
export function getSignInSession(kit: Kit): Promise<SignInSession | null> {
  return inWords(runGetSignInSession(kit))
}

async function runGetSignInSession(kit: Kit): Promise<SignInSession | null> {
  signInOptionsOf(kit)
  return checkSession(kit)
}
