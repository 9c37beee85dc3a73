import { LatchkeyError } from '@latchkey/protocol'
import type { SignInPort } from './kit.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/**
 * The challenge of the owner's server.
 * @throws `authentication-failed` where it gives none: the wallet is not asked then
 */
export function askChallenge(port: SignInPort): Promise<SignInChallenge> {
  return port.getChallenge().catch((cause) => {
    throw new LatchkeyError('authentication-failed', { reason: 'no challenge', cause })
  })
}
