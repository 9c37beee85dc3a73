import { inWords } from '@latchkey/protocol'
import type { Connector, ConnectRequest } from '../contract/connector.ts'
import type { Grant } from '../contract/session.ts'
import type { SignInChallenge } from '../contract/sign-in-challenge.ts'
import { getAccount } from '../machine/get-account.ts'
import { getConnection } from '../machine/get-connection.ts'
import { heldNamespaces } from '../machine/held.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { AccountView, Attempt, Connection } from '../machine/state.ts'
import { askChallenge } from '../sign/ask-server.ts'
import { checkDomain } from '../sign/check-text.ts'
import type { SignInMode } from './finish-sign-in.ts'
import { joinFamilies } from './join-families.ts'
import { watchConnectors } from './watch-connectors.ts'

/**
 * Adds its readable text to an error of `connect`. This function is not in the file of `connect`,
 * because the code that is loaded before the click has no room for error texts.
 */
export function nameFailure(error: unknown): Promise<void> {
  return inWords(Promise.reject(error)).catch(() => {})
}

interface Parameters {
  readonly connector: Connector
  /** What the wallet granted in this attempt; absent when the connector was connected already. */
  readonly grant?: Grant
  readonly attempt?: Attempt
  /**
   * The connections as they were before this attempt changed any of them; default the connections
   * at the time of the call.
   */
  readonly before?: Readonly<Record<string, Connection>>
  /**
   * Whether the wallet was connected silently, without a prompt. Such a wallet is not remembered as
   * the visitor's choice.
   */
  readonly silent: boolean
  readonly signIn: SignInMode
  readonly signal: AbortSignal | undefined
  /** What the wallet was asked for in addition to its accounts. */
  readonly more?: RequestExtras
}

/**
 * Applies what a wallet granted and does the steps that follow: ends the sessions of the wallets
 * that this one replaces, remembers the visitor's choice, and signs in.
 */
export async function finishConnect(
  kit: Kit,
  parameters: Parameters,
): Promise<readonly AccountView[]> {
  const { connector, grant, attempt, silent, signIn, signal, more: { together } = {} } = parameters
  const { before: previousConnections = kit.getState().connections } = parameters
  if (grant && attempt !== undefined) {
    // The kit listens to a wallet's events from the moment the wallet is connected.
    watchConnectors(kit)
    const { sessions } = grant
    kit[inside].dispatch({ type: 'connect-granted', connector: connector.id, attempt, sessions })
  }
  disconnectReplacedWallets(kit, previousConnections, connector.id)
  if (!silent) rememberWallet(kit, connector)
  const joinedIds =
    together?.answered === undefined ? [] : await joinFamilies(kit, { connector, together, signal })
  if (signIn || kit.options.signIn) {
    if (signIn) forgetChallenge(kit, connector.id)
    const { finishSignIn } = await import('./finish-sign-in.ts')
    await finishSignIn(kit, { connector, grant, mode: signIn, signal })
  }
  const connectedNamespaces = [connector.id, ...joinedIds].flatMap((id) =>
    heldNamespaces(getConnection(kit, { connector: id })),
  )
  return connectedNamespaces.map((namespace) => getAccount(kit, { namespace }))
}

/**
 * The owner's sign-in challenge for a connector. It stays the same while a prompt made with it is
 * still waiting to be opened. Undefined when the server writes whole texts, which need the account.
 * @throws `config-invalid` without `signIn` | `authentication-failed`
 */
export async function getChallenge(
  kit: Kit,
  connector: string,
): Promise<SignInChallenge | undefined> {
  const storedChallenge = challengesOf(kit).get(connector)
  return storedChallenge && storedChallenge.until > Date.now()
    ? storedChallenge.challenge
    : askFields(kit)
}

/**
 * Fetches a challenge before the account is known.
 * @throws `config-invalid` without `signIn` | `authentication-failed` | `sign-in-failed` when it is
 *   for another page
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

type RequestExtras = Pick<ConnectRequest, 'signIn' | 'together'>

/**
 * Builds what a request asks for in addition to the accounts: the sign-in challenge and, when one
 * prompt can open other chain families of the kit too, an empty object that receives the answer of
 * that prompt.
 */
export async function buildRequestExtras(
  kit: Kit,
  { id, together, auth }: Connector,
  signIn: SignInMode,
): Promise<RequestExtras> {
  const hasJoinableConnector = Object.values(kit.getState().connectors).some(
    (other) => other.id !== id && together !== undefined && other.together === together,
  )
  const challenge = await challengeFor(kit, { id, auth }, signIn)
  return {
    ...(challenge && { signIn: challenge }),
    ...(hasJoinableConnector && { together: {} }),
  }
}

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
 * Ends the sessions of wallets that another wallet has replaced, as after any disconnect. The
 * answers of these wallets are ignored.
 */
function disconnectReplacedWallets(
  kit: Kit,
  previousConnections: NonNullable<Parameters['before']>,
  winner: string,
): void {
  const { connections, connectors } = kit.getState()
  for (const id of Object.keys(previousConnections)) {
    if (
      id !== winner &&
      heldNamespaces(previousConnections[id]).length &&
      !readOwnField(connections, id)
    )
      readOwnField(connectors, id)
        ?.disconnect()
        .catch(() => undefined)
  }
}

function rememberWallet(kit: Kit, { id, wallet }: Connector): void {
  const otherWallets = kit.getState().recent.filter((recent) => recent.id !== id)
  kit[inside].dispatch({
    type: 'recent-changed',
    recent: [{ id, name: wallet.name }, ...otherWallets],
  })
}
