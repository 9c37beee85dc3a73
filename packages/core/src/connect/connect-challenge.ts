import type { Connector } from '../contract/connector.ts'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { askChallenge } from '../sign/ask-server.ts'
import { checkDomain } from '../sign/check-text.ts'

/** How `connect` signs in; see `connect.Parameters`. */
export type SignInMode = boolean | 'one-prompt'

/**
 * The challenge for the prompt that connects. With `one-prompt` there is none for whoever is signed
 * in already, nor for a login by email or social account, which asks in a prompt of its own; and a
 * server that does not answer must not keep a visitor from connecting.
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
 * The owner's sign-in challenge for a connector. It stays the same while a prompt made with it is
 * still waiting to be opened. Undefined when the server writes whole texts, which need the account.
 * @throws `config-invalid` without `signIn` and without a gateway | `authentication-failed`
 */
async function getChallenge(kit: Kit, connector: string): Promise<SignInChallenge | undefined> {
  const storedChallenge = challengesOf(kit).get(connector)
  return storedChallenge && storedChallenge.until > Date.now()
    ? storedChallenge.challenge
    : askFields(kit)
}

/**
 * Fetches a challenge before the account is known.
 * @throws `config-invalid` without `signIn` and without a gateway | `authentication-failed` |
 *   `sign-in-failed` when it is for another page
 */
export async function askFields(kit: Kit): Promise<SignInChallenge | undefined> {
  const challenge = await askChallenge(kit)
  if ('message' in challenge) return undefined
  checkDomain(kit, challenge.domain)
  return challenge
}

interface StoredChallenge {
  readonly challenge: Promise<SignInChallenge | undefined>
  /** Time until which the challenge is kept, in milliseconds since the epoch. */
  until: number
}

/** The sign-in challenges of prompts that are made ahead of the click, by connector id. */
const challengesOf: (kit: Kit) => Map<string, StoredChallenge> = perKit(() => new Map())

/**
 * The sign-in challenge for a prompt that is made ahead of the click. It is kept until its time
 * `until`.
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

/** Deletes a sign-in challenge that was used, because a server accepts each challenge only once. */
export function forgetChallenge(kit: Kit, connector: string): void {
  challengesOf(kit).delete(connector)
}
