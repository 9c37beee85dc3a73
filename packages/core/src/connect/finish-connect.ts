import { inWords, LatchkeyError } from '@latchkey/protocol'
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
import { askChallenge } from '../sign/ask-challenge.ts'
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
  readonly signIn: boolean
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
  if (signIn) {
    forgetChallenge(kit, connector.id)
    await (await import('./finish-sign-in.ts')).finishSignIn(kit, connector, grant, signal)
  }
  const connectedNamespaces = [connector.id, ...joinedIds].flatMap((id) =>
    heldNamespaces(getConnection(kit, { connector: id })),
  )
  return connectedNamespaces.map((namespace) => getAccount(kit, { namespace }))
}

/**
 * Returns the sign-in challenge of the owner's server for a connector. The challenge stays the same
 * while a prompt that contains it has not been opened yet.
 * @throws `config-invalid` without `signIn`
 */
export async function getChallenge(kit: Kit, connector: string): Promise<SignInChallenge> {
  const { signIn } = kit.options
  if (!signIn)
    throw new LatchkeyError('config-invalid', { reason: 'signIn: none', fix: 'pass signIn' })
  const storedChallenge = challengesOf(kit).get(connector)
  return storedChallenge && storedChallenge.until > Date.now()
    ? storedChallenge.challenge
    : askChallenge(signIn)
}

interface StoredChallenge {
  readonly challenge: Promise<SignInChallenge>
  /** Time until which the challenge is kept, in milliseconds since the epoch. */
  until: number
}

/** The sign-in challenges of prompts that are made ahead of the click, by connector id. */
const challengesOf: (kit: Kit) => Map<string, StoredChallenge> = perKit(() => new Map())

/**
 * The sign-in challenge for a prompt that is made ahead of the click. It is kept until its time
 * `until`.
 */
export function keepChallenge(kit: Kit, connector: string): StoredChallenge {
  const storedChallenge: StoredChallenge = {
    challenge: getChallenge(kit, connector),
    until: Number.POSITIVE_INFINITY,
  }
  challengesOf(kit).set(connector, storedChallenge)
  storedChallenge.challenge.catch(() => forgetChallenge(kit, connector))
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
  { id, together }: Connector,
  signIn: boolean,
): Promise<RequestExtras> {
  const hasJoinableConnector = Object.values(kit.getState().connectors).some(
    (other) => other.id !== id && together !== undefined && other.together === together,
  )
  return {
    ...(signIn && { signIn: await getChallenge(kit, id) }),
    ...(hasJoinableConnector && { together: {} }),
  }
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
