import type { AuthEvent, RemoteSession, TransportContext } from '@latchkey/core'
import type { ChainId, ErrorCode } from '@latchkey/protocol'
import type { VaultSession } from '@latchkey/protocol/vault'
import { vaultStorageKey } from '../contract.ts'
import type { HeldRequests } from './hold-requests.ts'
import type { VaultLine } from './open-line.ts'
import type { VaultPort } from './open-port.ts'
import { readSession } from './read-session.ts'
import { type VaultRemote, vaultRemote } from './vault-remote.ts'

export const callTimeoutMs = 30_000
const logoutTimeoutMs = 4000

/** The page's copy of the vault's session. */
export interface HeldSession {
  getSession(): VaultSession | null
  getChains(): readonly ChainId[]
  /**
   * Sets the context that the kit passes to its transport, and the chains to request in sessions
   * from now on.
   */
  setPage(context: TransportContext, chains: readonly ChainId[]): void
  /**
   * Stores the session's chains. Their presence tells the next page that there may be a session.
   * @throws when storage is full or blocked
   */
  storeChains(): void
  /** Creates the kit's remote session from a session of the vault. */
  openRemote(next: VaultSession, needs: TransportContext['needs']): RemoteSession
  takeSession(next: VaultSession): void
  /**
   * Ends the session on this page and removes the frame.
   * @param code - the vault's reason, if it gives one; pending requests fail with this code
   */
  endSession(code?: ErrorCode): void
  /** Forgets a stored session that the vault does not have any more. */
  forgetSession(): void
  /** Asks the vault for its session; undefined when there is none. */
  fetchSession(
    port: Pick<VaultPort, 'call'>,
    signal?: AbortSignal,
  ): Promise<VaultSession | undefined>
  /**
   * Asks the vault whether the session is still the same: the visitor may have logged out, or
   * changed the email address, elsewhere before returning to this page.
   */
  checkSession(): Promise<void>
  callLogout(everywhere: boolean): Promise<void>
}

export function holdSession({
  line,
  requests,
  tell,
}: {
  readonly line: VaultLine
  readonly requests: Pick<HeldRequests, 'ask' | 'end'>
  readonly tell: (event: AuthEvent) => void
}): HeldSession {
  let session: VaultSession | null = null
  let openedRemote: VaultRemote | undefined
  let context: TransportContext | undefined
  let chains: readonly ChainId[] = []
  const storeChains = (): void =>
    context?.storage?.setItem(vaultStorageKey(context.kit), chains.join(' '))
  const keepSession = (next: VaultSession | null, code?: ErrorCode): void => {
    session = next
    try {
      if (next) storeChains()
      else context?.storage?.removeItem(vaultStorageKey(context.kit))
    } catch {
      // Storage is full or blocked, so the session cannot be resumed: the next page asks the
      // visitor to log in again.
    }
    tell({ type: 'session', session, ...(code && { code }) })
  }
  const endSession = (code?: ErrorCode): void => {
    const endedRemote = openedRemote
    openedRemote = undefined
    document.removeEventListener('visibilitychange', checkSession)
    requests.end(code)
    keepSession(null, code)
    line.close()
    endedRemote?.change(null)
  }
  const takeSession = (next: VaultSession): void => {
    keepSession(next)
    openedRemote?.change(next)
  }
  const fetchSession: HeldSession['fetchSession'] = async (port, signal) =>
    readSession(await port.call('session', { chains }, { signal, timeoutMs: callTimeoutMs }))
  const checkSession = async (): Promise<void> => {
    const previousSession = session
    if (!previousSession || document.hidden) return
    const answer = await line
      .call('session', { chains }, { timeoutMs: callTimeoutMs })
      .catch(() => undefined)
    // When the vault does not answer, the page keeps the session that it has.
    if (session !== previousSession || answer === undefined) return
    const vaultSession = readSession(answer)
    if (vaultSession?.account !== previousSession.account) endSession()
    else if (JSON.stringify(vaultSession) !== JSON.stringify(previousSession))
      takeSession(vaultSession)
  }
  const callLogout = async (everywhere: boolean): Promise<void> => {
    try {
      await line.call('logout', { everywhere }, { timeoutMs: logoutTimeoutMs })
    } catch (error) {
      // The vault reports that the session is over before it answers the logout. The page then
      // closes the connection, so the missing answer is no error.
      if (session) throw error
    } finally {
      endSession()
    }
  }
  return {
    getSession: () => session,
    getChains: () => chains,
    setPage: (nextContext, nextChains) => {
      context = nextContext
      chains = nextChains
    },
    storeChains,
    openRemote: (next, needs) => {
      keepSession(next)
      document.addEventListener('visibilitychange', checkSession)
      openedRemote = vaultRemote({
        session: next,
        needs,
        ask: requests.ask,
        end: () => (session ? callLogout(false) : Promise.resolve()),
      })
      return openedRemote.remote
    },
    takeSession,
    endSession,
    forgetSession: () => keepSession(null),
    fetchSession,
    checkSession,
    callLogout,
  }
}
