import type {
  AuthEvent,
  AuthFeatures,
  RemoteSession,
  Transport,
  TransportContext,
} from '@latchkey/core'
import { type ChainId, type ErrorCode, hasCode, isChainId, LatchkeyError } from '@latchkey/protocol'
import type {
  LoginStep,
  VaultApproval,
  VaultMethods,
  VaultSession,
  VaultWindow,
} from '@latchkey/protocol/vault'
import { type StartedSignIn, vaultStorageKey } from '../contract.ts'
import { openLine } from './open-line.ts'
import { readSession } from './read-session.ts'
import { readStep } from './read-step.ts'
import { removeWaitingLogin, type SignIn, signIn } from './sign-in.ts'
import { type VaultRemote, vaultRemote } from './vault-remote.ts'

/**
 * The part of the transport that is loaded once the visitor chose a login, or a stored session
 * exists.
 */
export interface VaultPage
  extends Pick<
    AuthFeatures,
    | 'answer'
    | 'resend'
    | 'leaving'
    | 'session'
    | 'changeEmail'
    | 'answerEmail'
    | 'resendEmail'
    | 'look'
    | 'reject'
    | 'frame'
    | 'signOut'
  > {
  start(
    startedSignIn: StartedSignIn,
    request: Parameters<Transport['start']>[0],
  ): ReturnType<Transport['start']>
  restore(
    startedSignIn: StartedSignIn | undefined,
    context: TransportContext,
    signal: AbortSignal,
  ): Promise<readonly RemoteSession[]>
  open(window: VaultWindow, id: string): { readonly url: string }
  moveHome(): void
}

type SignInContext = Pick<Parameters<Transport['start']>[0], 'context' | 'signal' | 'onPrompt'>

interface OpenRequest {
  readonly chain: ChainId
  readonly method: string
  readonly controller: AbortController
  /**
   * Whether the frame of this request is being loaded again in another place; the request is then
   * sent once more.
   */
  isMoved: boolean
}

const callTimeoutMs = 30_000
const logoutTimeoutMs = 4000
const codeRefusals = ['code-wrong', 'code-expired', 'code-limit'] as const

export function openVault({
  vault,
  project,
  address,
  getHome,
  tell,
}: {
  readonly vault: string
  readonly project: string
  readonly address: (kind: string, fragment: string) => string
  readonly getHome: () => Element | undefined
  readonly tell: (event: AuthEvent) => void
}): VaultPage {
  let session: VaultSession | null = null
  let approval: VaultApproval | null = null
  /** The approval of a frame that is being loaded again in another place. */
  let movedApproval: VaultApproval | null = null
  let openedRemote: VaultRemote | undefined
  let context: TransportContext | undefined
  let chains: readonly ChainId[] = []
  let activeSignIn: SignIn | undefined
  /** Pending requests, oldest first. */
  const pendingRequests = new Set<OpenRequest>()
  /**
   * The address of a vault window names the account, so that a window that is logged in to another
   * account can report that.
   */
  const addAccountToUrl = (windowUrl: string): string =>
    session ? `${windowUrl}~${session.account}` : windowUrl
  const setApproval = (next: VaultApproval | null): void => {
    approval = next && { ...next, url: addAccountToUrl(next.url) }
    tell({ type: 'approval', approval })
  }
  const vaultLine = openLine({
    vault,
    project,
    getHome,
    greet: async (port) => {
      if (!session) return
      // A frame that was loaded again may have no session any more; then the session ends on the
      // page too.
      if (!readSession(await port.call('session', { chains }, { timeoutMs: callTimeoutMs })))
        setTimeout(endSession, 0)
    },
    onLost: () => approval && approval !== movedApproval && setApproval(null),
  })
  const keepSession = (next: VaultSession | null, code?: ErrorCode): void => {
    session = next
    try {
      if (next) context?.storage?.setItem(vaultStorageKey(context.kit), chains.join(' '))
      else context?.storage?.removeItem(vaultStorageKey(context.kit))
    } catch {
      // Storage is full or blocked, so the session cannot be resumed: the next page asks the
      // visitor to log in again.
    }
    tell({ type: 'session', session, ...(code && { code }) })
  }
  /** @param code - reason of the vault, if it gives one: pending requests fail with it */
  const endSession = (code?: ErrorCode): void => {
    const endedRemote = openedRemote
    openedRemote = undefined
    document.removeEventListener('visibilitychange', checkSession)
    if (code)
      for (const { controller } of pendingRequests) {
        controller.abort(new LatchkeyError(code))
      }
    if (approval) setApproval(null)
    keepSession(null, code)
    vaultLine.close()
    endedRemote?.change(null)
  }
  const takeSession = (next: VaultSession): void => {
    keepSession(next)
    openedRemote?.change(next)
  }
  /**
   * The visitor may have logged out, or changed the email address, elsewhere before returning to
   * this page.
   */
  const checkSession = async (): Promise<void> => {
    const previousSession = session
    if (!previousSession || document.hidden) return
    const answer = await vaultLine
      .call('session', { chains }, { timeoutMs: callTimeoutMs })
      .catch(() => undefined)
    // If the vault does not answer, nothing changes.
    if (session !== previousSession || answer === undefined) return
    const vaultSession = readSession(answer)
    if (vaultSession?.account !== previousSession.account) endSession()
    else if (JSON.stringify(vaultSession) !== JSON.stringify(previousSession))
      takeSession(vaultSession)
  }
  vaultLine.watch((event) => {
    if (event.event === 'approval') setApproval(event.approval)
    else if (event.event === 'session' && session) {
      if (event.session?.account === session.account) takeSession(event.session)
      else endSession(event.code)
    }
  })
  const callLogout = async (everywhere: boolean): Promise<void> => {
    try {
      await vaultLine.call('logout', { everywhere }, { timeoutMs: logoutTimeoutMs })
    } finally {
      endSession()
    }
  }
  const askVault: RemoteSession['request'] = async (chain, method, params, { signal } = {}) => {
    const controller = new AbortController()
    const abortRequest = (): void => controller.abort(signal?.reason)
    signal?.addEventListener('abort', abortRequest, { once: true })
    if (signal?.aborted) abortRequest()
    const openRequest: OpenRequest = { chain, method, controller, isMoved: false }
    pendingRequests.add(openRequest)
    const sendRequest = () =>
      vaultLine.call('request', { chain, method, params }, { signal: controller.signal })
    try {
      return await sendRequest().catch((error: unknown) => {
        if (openRequest.isMoved && !controller.signal.aborted) return sendRequest()
        throw hasCode(controller.signal.reason) ? controller.signal.reason : error
      })
    } finally {
      pendingRequests.delete(openRequest)
      signal?.removeEventListener('abort', abortRequest)
      if (approval && approval === movedApproval) setApproval(null)
    }
  }
  const openRemote = (next: VaultSession, needs: TransportContext['needs']): RemoteSession => {
    keepSession(next)
    document.addEventListener('visibilitychange', checkSession)
    openedRemote = vaultRemote({
      session: next,
      needs,
      ask: askVault,
      end: () => (session ? callLogout(false) : Promise.resolve()),
    })
    return openedRemote.remote
  }
  const takeEmailStep = async <M extends 'email-change' | 'email-code' | 'email-resend'>(
    method: M,
    params: VaultMethods[M]['params'],
  ): Promise<LoginStep> => {
    if (!session) throw new LatchkeyError('auth-not-connected')
    const loginStep = readStep(
      await vaultLine.call(method, params, { timeoutMs: callTimeoutMs }),
      vault,
    )
    if (!loginStep)
      throw new LatchkeyError('wallet-answer-invalid', { reason: `${method}: no step` })
    if (loginStep.step === 'connected' && loginStep.session.account === session?.account)
      takeSession(loginStep.session)
    return loginStep
  }
  const runSignIn = async (
    startedSignIn: StartedSignIn,
    { context: transportContext, signal, onPrompt }: SignInContext,
    silent: boolean,
  ): Promise<RemoteSession> => {
    context = transportContext
    const ownSignIn = signIn({
      line: vaultLine,
      vault,
      address,
      begun: startedSignIn,
      chains,
      signal,
      silent,
      onPrompt,
    })
    activeSignIn = ownSignIn
    try {
      return openRemote(await ownSignIn.done, transportContext.needs)
    } catch (error) {
      // After a failed login the frame is removed, unless the next login has begun or the visitor
      // continues this one.
      ownSignIn
        .over()
        .then(
          () =>
            activeSignIn === ownSignIn && !session && !isSessionGone(error) && vaultLine.close(),
        )
      throw error
    }
  }
  /** Tells listeners, such as analytics, why a typed code was refused, but never what was typed. */
  const reportCodeRefusal = <T>(answerPromise: Promise<T>): Promise<T> =>
    answerPromise.catch((error: unknown) => {
      if (codeRefusals.some((code) => hasCode(error, code)))
        tell({ type: 'code-refused', code: (error as LatchkeyError).code })
      throw error
    })
  const currentSignIn = (): SignIn => {
    if (!activeSignIn) throw new LatchkeyError('auth-not-connected')
    return activeSignIn
  }

  return {
    start: async (startedSignIn, request) => {
      chains = startedSignIn.chains ?? request.chains.map(({ id }) => id)
      return { session: await runSignIn(startedSignIn, request, false) }
    },
    restore: async (startedSignIn, transportContext, signal) => {
      context = transportContext
      const storedChains = transportContext.storage?.getItem(vaultStorageKey(transportContext.kit))
      chains = (startedSignIn?.chains ?? storedChains?.split(' ') ?? []).filter(isChainId)
      if (storedChains && !startedSignIn) {
        const vaultSession = readSession(
          await vaultLine.call('session', { chains }, { signal, timeoutMs: callTimeoutMs }),
        )
        if (vaultSession) return [openRemote(vaultSession, transportContext.needs)]
        keepSession(null)
      }
      if (startedSignIn)
        return [
          await runSignIn(
            startedSignIn,
            { context: transportContext, signal, onPrompt: () => {} },
            true,
          ),
        ]
      vaultLine.close()
      return []
    },
    answer: (code) => reportCodeRefusal((async () => currentSignIn().answer(code))()),
    resend: async () => currentSignIn().resend(),
    leaving: () => {
      activeSignIn?.leaving()
      try {
        // Tells the next page that the visitor may come back to it from the vault.
        context?.storage?.setItem(vaultStorageKey(context.kit), chains.join(' '))
      } catch {
        // Without storage, the next page loads this code only when the visitor needs it.
      }
    },
    session: () => session,
    changeEmail: (email) => takeEmailStep('email-change', { email }),
    answerEmail: (code) => reportCodeRefusal(takeEmailStep('email-code', { code })),
    resendEmail: () => takeEmailStep('email-resend', {}),
    look: checkSession,
    open: (window, id) => {
      // Every window needs a session except `way-out`, which is for visitors who can no longer log
      // in.
      if (!session && window !== 'way-out') throw new LatchkeyError('auth-not-connected')
      vaultLine.call('window', { window, id }, { timeoutMs: callTimeoutMs }).catch(() => {})
      return { url: addAccountToUrl(address(window, id)) }
    },
    reject: () => {
      for (const { chain, method, controller } of pendingRequests) {
        if (chain === approval?.chain && method === approval.method)
          return controller.abort(new LatchkeyError('user-rejected', { sourceCode: 4001 }))
      }
    },
    frame: () => vaultLine.frame(),
    moveHome: () => {
      const frameContainer = getHome()
      if (!frameContainer) return
      if (pendingRequests.size > 0 && vaultLine.wouldReload(frameContainer)) {
        // An approval in a window does not need the frame here; an approval in the frame is
        // requested again.
        if (approval?.place !== 'frame') return
        movedApproval = approval
        for (const openRequest of pendingRequests) {
          openRequest.isMoved = true
        }
      }
      vaultLine.move(frameContainer)
    },
    signOut: async ({ everywhere }) => {
      if (!session) throw new LatchkeyError('auth-not-connected')
      removeWaitingLogin()
      await callLogout(everywhere)
    },
  }
}

/** Whether a later `connect` continues this login by redirect; its frame then keeps the state. */
const isSessionGone = (error: unknown): boolean => hasCode(error, 'resume-failed')
