import type { Connector } from '../contract/connector.ts'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { askChallenge } from '../sign/ask-server.ts'
import { checkDomain } from '../sign/check-text.ts'

/** Whether and how `connect` signs in, as its parameter `signIn` says. */
export type SignInMode = boolean | 'one-prompt'

/**
 * Returns the challenge that goes with the prompt that connects. With `one-prompt` there is none
 * when the visitor is signed in already, and none for a login by email or social account, which
 * asks for the signature in a prompt of its own. With `one-prompt` a server that does not answer
 * does not keep the visitor from connecting.
 */
export async function challengeFor(
  kit: Kit,
  { id, auth }: Pick<Connector, 'id' | 'auth'>,
  signIn: SignInMode,
): Promise<SignInChallenge | undefined> {
  if (signIn !== 'one-prompt') return signIn ? getChallenge(kit, id) : undefined
  if (auth || kit.getState().signIn.status === 'signed-in') return undefined
  return getChallenge(kit, id).catch(() => undefined)
}

/**
 * Returns the sign-in challenge for a connector: the one that was fetched for a prompt that is
 * still waiting to be opened, else a new one. Undefined when the server only writes whole texts,
 * for which it needs the account.
 * @throws `config-invalid` without `signIn` and without a gateway | `authentication-failed`
 */
async function getChallenge(kit: Kit, connector: string): Promise<SignInChallenge | undefined> {
  const storedChallenge = challengesOf(kit).get(connector)
  return storedChallenge && storedChallenge.until > Date.now()
    ? storedChallenge.challenge
    : askFields(kit)
}

/**
 * Fetches the fields of a challenge before the account is known; undefined when the server answers
 * with a whole text.
 * @throws `config-invalid` without `signIn` and without a gateway | `authentication-failed` |
 *   `sign-in-failed` when the challenge is for another page
 */
export async function askFields(kit: Kit): Promise<SignInChallenge | undefined> {
  const challenge = await askChallenge(kit)
  if ('message' in challenge) return undefined
  checkDomain(kit, challenge.domain)
  return challenge
}

interface StoredChallenge {
  readonly challenge: Promise<SignInChallenge | undefined>
  /** Time until which the challenge is used, in milliseconds since the epoch. */
  until: number
}

/** Challenges of prompts that were prepared before the visitor's click, by connector id. */
const challengesOf: (kit: Kit) => Map<string, StoredChallenge> = perKit(() => new Map())

/**
 * Fetches the challenge for a prompt that is prepared before the visitor's click, and keeps it
 * until `until`.
 */
export function keepChallenge(
  kit: Kit,
  connector: Pick<Connector, 'id' | 'auth'>,
  signIn: SignInMode,
): StoredChallenge {
  const storedChallenge: StoredChallenge = {
    challenge: challengeFor(kit, connector, signIn),
    until: Number.POSITIVE_INFINITY,
  }
  const { id } = connector
  challengesOf(kit).set(id, storedChallenge)
  storedChallenge.challenge.then(
    (challenge) => challenge ?? forgetChallenge(kit, id),
    () => forgetChallenge(kit, id),
  )
  return storedChallenge
}

/** Deletes a challenge that was used, because a server accepts each challenge only once. */
export function forgetChallenge(kit: Kit, connector: string): void {
  challengesOf(kit).delete(connector)
}
