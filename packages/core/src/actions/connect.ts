import { type ChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { checkGrant } from '../check-grant.ts'
import { heldNamespaces } from '../connection.ts'
import type { Connector, Grant } from '../contract.ts'
import { toError, toFailure } from '../failure.ts'
import type { Kit } from '../kit.ts'
import { own } from '../own.ts'
import { follow, race } from '../race.ts'
import type { AccountView, Connection } from '../state.ts'
import { getAccount } from './get-account.ts'
import { getConnection } from './get-connection.ts'

/**
 * Asks a wallet for its accounts; a grant is applied whole or not at all, a failure leaves what was connected before.
 * @throws `connector-not-found` | `connection-rejected` | `connection-pending` | `wallet-answer-invalid` |
 * `connection-failed` | `aborted` | `sign-in-failed` | what the adapter explains
 */
export async function connect(kit: Kit, parameters: connect.Parameters): Promise<connect.ReturnType> {
  const { connector: id, silent = false, signal, chains, signIn = false } = parameters
  const connector = own(kit.getState().connectors, id)
  if (!connector) throw new LatchkeyError('connector-not-found', { reason: id })
  if (signal?.aborted) throw new LatchkeyError('aborted')
  if (getConnection(kit, { connector: id }).status === 'connected') {
    const before = kit.getState().connections
    kit.dispatch({ type: 'namespaces-revealed', connector: id })
    tellEnded(kit, before, id)
    return finish(kit, connector, undefined, signIn, signal)
  }

  const attempt = kit.newAttempt()
  const controller = follow(signal)
  const isCurrent = (): boolean => {
    const connection = getConnection(kit, { connector: id })
    return connection.status === 'connecting' && connection.attempt === attempt
  }
  kit.dispatch({ type: 'connect-started', connector: id, attempt })
  const stop = kit.watch(() => isCurrent() || controller.abort())
  try {
    const challenge = signIn ? await race(getChallenge(kit), controller.signal) : undefined
    const answer = connector.connect({
      chains: kit.chains.filter(
        (chain) => connector.namespaces.includes(namespaceOf(chain.id)) && (!chains || chains.includes(chain.id)),
      ),
      silent,
      signal: controller.signal,
      onPrompt: (prompt) => kit.dispatch({ type: 'connect-prompted', connector: id, attempt, prompt }),
      ...(challenge ? { signIn: challenge } : {}),
    })
    const grant = checkGrant(kit, connector, await race(answer, controller.signal))
    if (!isCurrent()) throw new LatchkeyError('aborted')
    stop()
    const before = kit.getState().connections
    kit.dispatch({ type: 'connect-granted', connector: id, attempt, sessions: grant.sessions })
    tellEnded(kit, before, id)
    if (!silent) remember(kit, connector)
    return await finish(kit, connector, grant, signIn, signal)
  } catch (cause) {
    const error = toError(kit, connector.namespaces, cause, {
      'user-rejected': 'connection-rejected',
      'rpc-resource-unavailable': 'connection-pending',
      unknown: 'connection-failed',
    })
    const isQuiet = silent || controller.signal.aborted || error.code === 'aborted'
    kit.dispatch(
      isQuiet
        ? { type: 'connect-cancelled', connector: id, attempt }
        : { type: 'connect-failed', connector: id, attempt, error: toFailure(error) },
    )
    throw error
  } finally {
    stop()
  }
}

export declare namespace connect {
  type Parameters = {
    /** Connector id. */
    readonly connector: string
    /** No prompt may appear; default false. */
    readonly silent?: boolean | undefined
    /** Takes the question back. */
    readonly signal?: AbortSignal | undefined
    /** CAIP-2 ids to ask for, the wished one first; default all of the kit's. */
    readonly chains?: readonly ChainId[] | undefined
    /** Signs in too, in the same breath where the wallet can; default false. */
    readonly signIn?: boolean | undefined
  }
  /** One view for each namespace granted. */
  type ReturnType = readonly AccountView[]
}

async function getChallenge(kit: Kit): Promise<NonNullable<Parameters<Connector['connect']>[0]['signIn']>> {
  if (!kit.options.signIn) throw new LatchkeyError('config-invalid', { reason: 'signIn: none', fix: 'pass signIn' })
  return kit.options.signIn.getChallenge()
}

async function finish(
  kit: Kit,
  connector: Connector,
  grant: Grant | undefined,
  isSigningIn: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly AccountView[]> {
  if (isSigningIn) await (await import('../finish-sign-in.ts')).finishSignIn(kit, connector, grant, signal)
  const held = heldNamespaces(getConnection(kit, { connector: connector.id }))
  return held.map((namespace) => getAccount(kit, { namespace }))
}

/** The wallets whose place was taken are told so, as after any disconnect; what they answer matters to nobody. */
function tellEnded(kit: Kit, before: Readonly<Record<string, Connection>>, winner: string): void {
  const { connections, connectors } = kit.getState()
  for (const id of Object.keys(before))
    if (id !== winner && heldNamespaces(before[id]).length && !own(connections, id))
      own(connectors, id)
        ?.disconnect()
        .catch(() => undefined)
}

function remember(kit: Kit, { id, wallet }: Connector): void {
  const older = kit.getState().recent.filter((recent) => recent.id !== id)
  kit.dispatch({ type: 'recent-changed', recent: [{ id, name: wallet.name }, ...older] })
}
