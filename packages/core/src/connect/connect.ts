import { type ChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { checkGrant } from '../machine/check-grant.ts'
import { toError, toFailure } from '../machine/failure.ts'
import { getConnection } from '../machine/get-connection.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { AccountView } from '../machine/state.ts'
import { followSignal, raceSignal } from '../race-signal.ts'

/**
 * Connects a wallet: asks it for its accounts. What the wallet grants is applied as a whole or not
 * at all, and when connecting fails, the earlier connections stay.
 * @throws `connector-not-found` | `connection-rejected` | `connection-pending` |
 * `wallet-answer-invalid` | `connection-failed` | `aborted` | `sign-in-failed` | the code from
 * `Adapter.explain`
 */
export function connect(kit: Kit, parameters: connect.Parameters): Promise<connect.ReturnType> {
  const finishConnectModule = import('./finish-connect.ts')
  // An error of `connect` is thrown with its readable text, which is loaded with
  // `finish-connect.ts`. The error waits for that file for at most a second.
  return runConnect(kit, parameters, finishConnectModule).catch(
    (error) =>
      new Promise((_, reject) => {
        const rejectError = (): void => reject(error)
        setTimeout(rejectError, 1000)
        finishConnectModule
          .then(({ nameFailure }) => nameFailure(error))
          .then(rejectError, rejectError)
      }),
  )
}

async function runConnect(
  kit: Kit,
  parameters: connect.Parameters,
  finishConnectModule: Promise<typeof import('./finish-connect.ts')>,
): Promise<connect.ReturnType> {
  kit[inside].learn({ connection: reduceConnection })
  const { connector: id, silent = false, signal, chains, signIn = false } = parameters
  const connector = readOwnField(kit.getState().connectors, id)
  if (!connector) throw new LatchkeyError('connector-not-found', { reason: id })
  if (signal?.aborted) throw new LatchkeyError('aborted')
  if (getConnection(kit, { connector: id }).status === 'connected') {
    const previousConnections = kit.getState().connections
    kit[inside].dispatch({ type: 'namespaces-revealed', connector: id })
    return (await finishConnectModule).finishConnect(kit, {
      connector,
      before: previousConnections,
      silent: true,
      signIn,
      signal,
    })
  }

  const attempt = kit[inside].newAttempt()
  const controller = followSignal(signal)
  const isCurrent = (): boolean => {
    const connection = getConnection(kit, { connector: id })
    return connection.status === 'connecting' && connection.attempt === attempt
  }
  kit[inside].dispatch({ type: 'connect-started', connector: id, attempt })
  const stop = kit.watch(() => isCurrent() || controller.abort())
  try {
    const requestExtras =
      signIn || connector.together
        ? await raceSignal(
            finishConnectModule.then(({ buildRequestExtras: alsoAsked }) =>
              alsoAsked(kit, connector, signIn),
            ),
            controller.signal,
          )
        : {}
    const answer = connector.connect({
      chains: kit.chains.filter(
        (chain) =>
          connector.namespaces.includes(namespaceOf(chain.id)) &&
          (!chains || chains.includes(chain.id)),
      ),
      silent,
      signal: controller.signal,
      onPrompt: (prompt) =>
        kit[inside].dispatch({ type: 'connect-prompted', connector: id, attempt, prompt }),
      ...requestExtras,
    })
    // The wallet's answer and the code that applies it are awaited together, because neither is of
    // use alone.
    const [answered, { finishConnect }] = await Promise.all([
      raceSignal(answer, controller.signal),
      finishConnectModule,
    ])
    const grant = checkGrant(kit, connector, answered)
    if (!isCurrent()) throw new LatchkeyError('aborted')
    stop()
    return await finishConnect(kit, {
      connector,
      grant,
      attempt,
      silent,
      signIn,
      signal,
      more: requestExtras,
    })
  } catch (cause) {
    const error = toError(kit, connector.namespaces, cause, {
      'user-rejected': 'connection-rejected',
      'rpc-resource-unavailable': 'connection-pending',
      unknown: 'connection-failed',
    })
    const isSilentFailure = silent || controller.signal.aborted || error.code === 'aborted'
    const type = isSilentFailure ? 'connect-cancelled' : 'connect-failed'
    kit[inside].dispatch({ type, connector: id, attempt, error: toFailure(error) })
    throw error
  } finally {
    stop()
  }
}

export declare namespace connect {
  type Parameters = {
    /** Id of the connector that is to be connected. */
    readonly connector: string
    /** Whether the wallet must not prompt; default false. */
    readonly silent?: boolean | undefined
    /** Aborts the connect request. */
    readonly signal?: AbortSignal | undefined
    /**
     * CAIP-2 ids of the chains to ask the wallet for, the preferred one first; default all chains
     * of the kit.
     */
    readonly chains?: readonly ChainId[] | undefined
    /**
     * Whether to sign in as well: in the prompt that connects when the wallet can do both, else in
     * a second prompt; default false. With `one-prompt` no second prompt is opened: `State.signIn`
     * is then `asking`, and the page or the dialog calls `signIn`.
     */
    readonly signIn?: boolean | 'one-prompt' | undefined
  }
  /** The granted accounts, one for each namespace, in the form in which a page reads them. */
  type ReturnType = readonly AccountView[]
}
