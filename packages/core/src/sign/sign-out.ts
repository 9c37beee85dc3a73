import { inWords, LatchkeyError } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { signInOptionsOf } from './ask-server.ts'
import { endSession, followSignIn, sendSignOut } from './follow-sign-in.ts'

/**
 * Signs the visitor out of the owner's server; the wallet stays connected. The visitor counts as
 * signed out once the server has confirmed it.
 * @throws `config-invalid` without `signIn` and without a gateway | `sign-out-failed`
 */
export function signOut(kit: Kit): Promise<void> {
  return inWords(runSignOut(kit))
}

async function runSignOut(kit: Kit): Promise<void> {
  signInOptionsOf(kit)
  await followSignIn(kit)
  await sendSignOut(kit).catch((cause) => {
    throw new LatchkeyError('sign-out-failed', { reason: 'no answer of the server', cause })
  })
  endSession(kit, 'page')
}
