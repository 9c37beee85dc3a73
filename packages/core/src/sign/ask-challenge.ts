import { LatchkeyError } from '@latchkey/protocol'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import type { SignInPort } from '../machine/kit.ts'

/**
 * Fetches a sign-in challenge from the owner's server.
 * @throws `authentication-failed` when there is none; the wallet is not asked then
 */
export function askChallenge(port: SignInPort): Promise<SignInChallenge> {
  return port.getChallenge().catch((cause) => {
    throw new LatchkeyError('authentication-failed', { reason: 'no challenge', cause })
  })
}
