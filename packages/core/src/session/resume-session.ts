import { LatchkeyError } from '@latchkey/protocol'
import { watchConnectors } from '../connect/watch-connectors.ts'
import type { Connector, ConnectorEvent } from '../contract/connector.ts'
import type { Stop } from '../contract/stop.ts'
import { checkGrant } from '../machine/check-grant.ts'
import { toError, toFailure } from '../machine/failure.ts'
import { getConnection } from '../machine/get-connection.ts'
import { inside } from '../machine/inside.ts'
import { keepSelectedAccount } from '../machine/keep-selected-account.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { Attempt, LastSession } from '../machine/state.ts'
import { raceSignal } from '../race-signal.ts'
import { lockedSessionsOf } from '../storage/locked.ts'
import { disconnectedIds } from '../storage/stored.ts'
import { persistConnections } from '../storage/write-stored.ts'

/**
 * Milliseconds to wait for a wallet to announce itself, which it may do after the page's script has
 * run.
 */
const announcementTimeoutMs = 2000
/** Milliseconds to wait for a wallet's answer; a wallet without an answer is not connected. */
const resumeTimeoutMs = 10_000

/**
 * Asks one wallet, silently, whether its stored connection is still valid. The connect attempt with
 * the number `attempt` has already started.
 */
export async function resumeSession(
  kit: Kit,
  { connector: id, last, attempt, late }: resumeSession.Parameters,
): Promise<void> {
  kit[inside].learn({ connection: reduceConnection })
  watchConnectors(kit)
  const controller = new AbortController()
  const isCurrent = (): boolean => {
    const connection = getConnection(kit, { connector: id })
    return connection.status === 'resuming' && connection.attempt === attempt
  }
  if (!isCurrent()) return
  const cleanups = [kit.watch(() => isCurrent() || controller.abort())]
  let connector = late
  try {
    connector ??= await findConnector(kit, id, controller.signal)
    const failResume = (code: 'connection-timeout' | 'resume-failed'): void =>
      controller.abort(new LatchkeyError(code))
    const resumeTimer = setTimeout(() => failResume('connection-timeout'), resumeTimeoutMs)
    // A wallet whose session ends while it is being asked will not answer, so waiting for its
    // answer ends at once.
    cleanups.push(connector.watch(({ type }) => type === 'end' && failResume('resume-failed')))
    const namespaces = last.sessions.map((session) => session.namespace)
    const answer = connector.wallet.isAmbiguous
      ? Promise.reject(new LatchkeyError('resume-failed', { reason: 'ambiguous' }))
      : connector.connect({
          chains: kit.chains.filter(({ id }) => namespaces.includes(id.slice(0, id.indexOf(':')))),
          silent: true,
          last: last.sessions,
          signal: controller.signal,
          onPrompt: () => undefined,
        })
    const { sessions } = checkGrant(
      kit,
      connector,
      await raceSignal(answer, controller.signal).finally(() => clearTimeout(resumeTimer)),
    )
    if (readOwnField(kit.getState().connectors, id)?.wallet.isAmbiguous)
      throw new LatchkeyError('resume-failed')
    // Restores what the visitor had selected: a kind of account, or an account other than the
    // wallet's first.
    const keptSessions = sessions.map((session) => {
      const previousSession =
        last.sessions.find(({ namespace }) => namespace === session.namespace) ?? session
      return keepSelectedAccount(
        previousSession,
        session,
        previousSession.selected !== previousSession.accounts[0]?.account,
      )
    })
    kit[inside].dispatch({ type: 'resume-granted', connector: id, attempt, sessions: keptSessions })
  } catch (cause) {
    const error = toError(kit, connector?.namespaces ?? [], cause)
    const lockedSessions = lockedSessionsOf(kit)
    const isAlreadyLocked = lockedSessions.has(id)
    if (error.code === 'wallet-locked' && isCurrent()) lockedSessions.set(id, last)
    else if (isCurrent()) lockedSessions.delete(id)
    const isConnectorLate = error.code === 'connector-gone' && isCurrent()
    kit[inside].dispatch({ type: 'resume-failed', connector: id, attempt, error: toFailure(error) })
    if (isConnectorLate) resumeLater(kit, id, last)
    if (!isAlreadyLocked && lockedSessions.has(id)) resumeUnlocked(kit, id)
  } finally {
    for (const stop of cleanups) {
      stop()
    }
  }
}

export declare namespace resumeSession {
  type Parameters = {
    readonly connector: string
    readonly last: LastSession
    readonly attempt: Attempt
    /** The connector, when it was announced only after the wait for it had ended. */
    readonly late?: Connector
  }
}

/**
 * Returns the connector, at once or as soon as its wallet announces itself; rejects when the wait
 * has ended.
 */
async function findConnector(kit: Kit, id: string, signal: AbortSignal): Promise<Connector> {
  // One tick is waited, because adapters report known wallets while discovery starts.
  await Promise.resolve()
  return raceSignal(
    new Promise<Connector>((resolve, reject) => {
      const endWait = (settle: () => void): void => {
        clearTimeout(timer)
        stop()
        settle()
      }
      const lookForConnector = (): void => {
        const connector = readOwnField(kit.getState().connectors, id)
        if (connector) endWait(() => resolve(connector))
        else if (signal.aborted) endWait(() => undefined)
      }
      const timer = setTimeout(
        () => endWait(() => reject(new LatchkeyError('connector-gone'))),
        announcementTimeoutMs,
      )
      const stop = kit.watch(lookForConnector)
      lookForConnector()
    }),
    signal,
  )
}

/**
 * Resumes the connection of a wallet that announces itself very late, unless the visitor has
 * disconnected it meanwhile or, where only one wallet of a namespace may be connected, has
 * connected another.
 */
function resumeLater(kit: Kit, id: string, last: LastSession): void {
  const stop = kit.watch((event, { active, connectors, connections, features }) => {
    const isConnectorTaken =
      disconnectedIds(kit).includes(id) ||
      (!features.multiWallet &&
        (event.type === 'connect-started' ||
          last.sessions.some(
            ({ namespace }) => !last.hidden.includes(namespace) && readOwnField(active, namespace),
          )))
    const connector = readOwnField(connectors, id)
    if (isConnectorTaken || connector) stop()
    if (connector && !isConnectorTaken && !readOwnField(connections, id)) {
      const attempt = kit[inside].newAttempt()
      kit[inside].dispatch({ type: 'resume-started', connector: id, attempt, last })
      void resumeSession(kit, { connector: id, last, attempt, late: connector })
    }
  })
}

/**
 * Resumes a locked wallet silently once it shares accounts again, as long as its connection is
 * stored and not active.
 */
export function resumeUnlocked(kit: Kit, id: string): void {
  const lockedSessions = lockedSessionsOf(kit)
  let watchedConnector: Connector | undefined
  let stopWatching: Stop = () => undefined
  const handleWalletEvent = (event: ConnectorEvent): void => {
    const last = lockedSessions.get(id)
    // Nothing is done when a connection exists already: the visitor may be unlocking the wallet by
    // choosing it again.
    if (
      !last ||
      readOwnField(kit.getState().connections, id) ||
      (event.type === 'end' && event.isLocked)
    )
      return
    // The session has ended, or another tab of the site has ended the connection, so the session is
    // not kept any longer.
    if (event.type === 'end' || disconnectedIds(kit).includes(id)) {
      lockedSessions.delete(id)
      persistConnections(kit)
      followConnector()
      if (kit.getState().signIn.status === 'signed-in')
        void import('../sign/index.ts').then(({ endWithWallet }) => endWithWallet(kit, [last]))
      return
    }
    const attempt = kit[inside].newAttempt()
    kit[inside].dispatch({ type: 'resume-started', connector: id, attempt, last })
    void resumeSession(kit, { connector: id, last, attempt })
  }
  function followConnector(): void {
    const connector = lockedSessions.has(id)
      ? readOwnField(kit.getState().connectors, id)
      : undefined
    if (connector !== watchedConnector) {
      stopWatching()
      watchedConnector = connector
      stopWatching = connector?.watch(handleWalletEvent) ?? (() => undefined)
    }
    if (!lockedSessions.has(id)) stop()
  }
  const stop = kit.watch(followConnector)
  followConnector()
}
