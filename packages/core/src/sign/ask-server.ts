import { type AccountId, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { Proof } from '../contract/session.ts'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import type {
  SignInProvider,
  SignInSession,
  WrittenChallenge,
} from '../contract/sign-in-provider.ts'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit, SignInOptions } from '../machine/kit.ts'
import { gatewaySignIn } from './gateway-sign-in.ts'
import { readSession } from './read-session.ts'

/**
 * Returns the owner's options of the sign-in.
 * @throws `config-invalid` when the kit has no sign-in
 */
export function signInOptionsOf(kit: Kit): SignInOptions & { readonly provider: SignInProvider } {
  const provider = providerOf(kit)
  if (!provider)
    throw new LatchkeyError('config-invalid', {
      reason: 'signIn: none',
      fix: 'pass signIn to createKit',
    })
  return { ...kit.options.signIn, provider }
}

/**
 * Returns the provider of the server that visitors sign in to: the owner's own server, else the
 * kit's gateway. Returns undefined when there is neither.
 */
export function providerOf(kit: Kit): SignInProvider | undefined {
  return kit.options.signIn?.provider ?? gatewaySignIn(kit)
}

/**
 * Fetches a challenge from the server that visitors sign in to.
 * @throws `authentication-failed` when the server gives none; the wallet is then not asked
 */
export async function askChallenge(
  kit: Kit,
  account?: AccountId,
): Promise<SignInChallenge | WrittenChallenge> {
  const { provider } = signInOptionsOf(kit)
  const challenge: unknown = await provider
    .challenge(account === undefined ? {} : { account })
    .catch((cause) => failAuthentication('no challenge', cause))
  if (typeof challenge !== 'object' || challenge === null)
    return failAuthentication('the challenge is no object')
  return challenge as SignInChallenge | WrittenChallenge
}

/**
 * Asks the server that visitors sign in to for the session; null when there is none or it has
 * expired.
 * @throws `authentication-failed`
 */
export async function askSession(provider: SignInProvider): Promise<SignInSession | null> {
  const answer = await provider.session().catch((cause) => failAuthentication('no answer', cause))
  if (answer === null) return null
  const session = readSession(answer)
  if (!session) return failAuthentication('the answer is no session')
  return hasExpired(session) ? null : session
}

/**
 * Sends a proof to the owner's server, which verifies it, and returns the session.
 * @throws `sign-in-failed`
 */
export async function askVerdict(provider: SignInProvider, proof: Proof): Promise<SignInSession> {
  const answer = await provider.verify(proof).catch((cause) => {
    const reason = hasCode(cause) ? cause.context.reason : undefined
    throw new LatchkeyError('sign-in-failed', {
      reason: reason ? `refused by the server: ${reason}` : 'refused by the server',
      cause,
    })
  })
  const session = readSession(answer)
  if (!session || hasExpired(session))
    return refuseWith('sign-in-failed', 'the server answered no session')
  return session
}

function hasExpired({ expiresAt }: SignInSession): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()
}

function failAuthentication(reason: string, cause?: unknown): never {
  throw new LatchkeyError('authentication-failed', { reason, cause })
}
