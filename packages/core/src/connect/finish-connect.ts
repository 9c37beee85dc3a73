import { inWords } from '@latchkey/protocol'
import type { Connector, ConnectRequest } from '../contract/connector.ts'
import type { Grant } from '../contract/session.ts'
import { getAccount } from '../machine/get-account.ts'
import { getConnection } from '../machine/get-connection.ts'
import { heldNamespaces } from '../machine/held.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceChoice } from '../machine/reduce-choice.ts'
import type { AccountView, Attempt, Connection } from '../machine/state.ts'
import type { SignInMode } from './connect-challenge.ts'
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
  kit[inside].learn({ choice: reduceChoice })
  if (grant && attempt !== undefined) {
    // The kit listens to a wallet's events from the moment the wallet is connected.
    watchConnectors(kit)
    const { sessions } = grant
    kit[inside].dispatch({ type: 'connect-granted', connector: connector.id, attempt, sessions })
  }
  // A wallet that was already connected becomes the active one, just as a newly connected wallet
  // does.
  else selectWallet(kit, connector.id)
  disconnectReplacedWallets(kit, previousConnections, connector.id)
  if (!silent) rememberWallet(kit, connector)
  const joinedIds =
    together?.answered === undefined ? [] : await joinFamilies(kit, { connector, together, signal })
  for (const id of joinedIds) {
    selectWallet(kit, id)
  }
  if (signIn || kit.options.signIn) {
    const { finishSignIn } = await import('../sign/index.ts')
    await finishSignIn(kit, { connector, grant, mode: signIn, signal })
  } else if (kit.getState().features.signIn && !silent)
    await import('../sign/index.ts').then(({ askForGateway }) => askForGateway(kit), ignoreFailure)
  const connectedNamespaces = [connector.id, ...joinedIds].flatMap((id) =>
    heldNamespaces(getConnection(kit, { connector: id })),
  )
  return connectedNamespaces.map((namespace) => getAccount(kit, { namespace }))
}

/** Makes a wallet the active one of each namespace that it holds. */
function selectWallet(kit: Kit, connector: string): void {
  for (const namespace of heldNamespaces(getConnection(kit, { connector }))) {
    kit[inside].dispatch({ type: 'wallet-selected', connector, namespace })
  }
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
  const challenge =
    signIn && (await (await import('../sign/index.ts')).challengeFor(kit, { id, auth }, signIn))
  return {
    ...(challenge && { signIn: challenge }),
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

/**
 * Does nothing when the code of the sign-in could not be loaded, so that the visitor stays
 * connected.
 */
function ignoreFailure(): void {}
