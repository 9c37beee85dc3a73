import type { AuthEvent, RemoteSession, Transport } from '@latchkey/core'
import { hasCode, isChainId, LatchkeyError } from '@latchkey/protocol'
import type { LoginStep, VaultMethods, VaultSession } from '@latchkey/protocol/vault'
import { type StartedSignIn, vaultStorageKey } from '../contract.ts'
import { holdRequests } from './hold-requests.ts'
import { callTimeoutMs, holdSession } from './hold-session.ts'
import { openLine } from './open-line.ts'
import { readStep } from './read-step.ts'
import { removeWaitingLogin, type SignIn, signIn } from './sign-in.ts'
import type { VaultPage } from './vault-page.ts'

type SignInContext = Pick<Parameters<Transport['start']>[0], 'context' | 'signal' | 'onPrompt'>

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
  let activeSignIn: SignIn | undefined
  const getSession = (): VaultSession | null => held.getSession()
  /**
   * The address of a vault window names the account, so that a window that is logged in to another
   * account can report that.
   */
  const addAccountToUrl = (windowUrl: string): string => {
    const session = getSession()
    return session ? `${windowUrl}~${session.account}` : windowUrl
  }
  const vaultLine = openLine({
    vault,
    project,
    getHome,
    greet: async (port) => {
      // A frame that was loaded again may have no session any more; then the session ends on the
      // page too.
      if (getSession() && !(await held.fetchSession(port))) setTimeout(held.endSession, 0)
    },
    onLost: () => requests.loseApproval(),
  })
  const requests = holdRequests({ line: vaultLine, addAccountToUrl, tell })
  const held = holdSession({ line: vaultLine, requests, tell })
  vaultLine.watch((event) => {
    const session = getSession()
    if (event.event === 'approval') requests.setApproval(event.approval)
    else if (event.event === 'session' && session) {
      if (event.session?.account === session.account) held.takeSession(event.session)
      else held.endSession(event.code)
    }
  })
  const takeEmailStep = async <M extends 'email-change' | 'email-code' | 'email-resend'>(
    method: M,
    params: VaultMethods[M]['params'],
  ): Promise<LoginStep> => {
    if (!getSession()) throw new LatchkeyError('auth-not-connected')
    const loginStep = readStep(
      await vaultLine.call(method, params, { timeoutMs: callTimeoutMs }),
      vault,
    )
    if (!loginStep)
      throw new LatchkeyError('wallet-answer-invalid', { reason: `${method}: no step` })
    if (loginStep.step === 'connected' && loginStep.session.account === getSession()?.account)
      held.takeSession(loginStep.session)
    return loginStep
  }
  const runSignIn = async (
    startedSignIn: StartedSignIn,
    { context: transportContext, signal, onPrompt }: SignInContext,
    silent: boolean,
  ): Promise<RemoteSession> => {
    const ownSignIn = signIn({
      line: vaultLine,
      vault,
      address,
      begun: startedSignIn,
      chains: held.getChains(),
      signal,
      silent,
      onPrompt,
    })
    activeSignIn = ownSignIn
    try {
      return held.openRemote(await ownSignIn.done, transportContext.needs)
    } catch (error) {
      // After a failed login the frame is removed, unless there is a session, another login has
      // begun, or a later `connect` will continue this login.
      ownSignIn
        .over()
        .then(
          () =>
            activeSignIn === ownSignIn &&
            !getSession() &&
            !isSessionGone(error) &&
            vaultLine.close(),
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
      held.setPage(request.context, startedSignIn.chains ?? request.chains.map(({ id }) => id))
      return { session: await runSignIn(startedSignIn, request, false) }
    },
    restore: async (startedSignIn, transportContext, signal) => {
      const storedChains = transportContext.storage?.getItem(vaultStorageKey(transportContext.kit))
      const chains = startedSignIn?.chains ?? storedChains?.split(' ') ?? []
      held.setPage(transportContext, chains.filter(isChainId))
      if (storedChains && !startedSignIn) {
        const vaultSession = await held.fetchSession(vaultLine, signal)
        if (vaultSession) return [held.openRemote(vaultSession, transportContext.needs)]
        held.forgetSession()
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
        // Stores the session's chains, so that the page to which the visitor returns looks for a
        // session.
        held.storeChains()
      } catch {
        // Storage is blocked, so the page to which the visitor returns does not look for a session
        // by itself.
      }
    },
    session: getSession,
    changeEmail: (email) => takeEmailStep('email-change', { email }),
    answerEmail: (code) => reportCodeRefusal(takeEmailStep('email-code', { code })),
    resendEmail: () => takeEmailStep('email-resend', {}),
    look: held.checkSession,
    open: (window, id) => {
      // Every window needs a session except `way-out`, which is for visitors who can no longer log
      // in.
      if (!getSession() && window !== 'way-out') throw new LatchkeyError('auth-not-connected')
      vaultLine.call('window', { window, id }, { timeoutMs: callTimeoutMs }).catch(() => {})
      return { url: addAccountToUrl(address(window, id)) }
    },
    reject: requests.reject,
    frame: () => vaultLine.frame(),
    moveHome: () => {
      const frameContainer = getHome()
      if (frameContainer) requests.moveFrame(frameContainer)
    },
    signOut: async ({ everywhere }) => {
      if (!getSession()) throw new LatchkeyError('auth-not-connected')
      removeWaitingLogin()
      await held.callLogout(everywhere)
    },
  }
}

/** Whether a later `connect` will continue the failed login; the frame must stay until then. */
const isSessionGone = (error: unknown): boolean => hasCode(error, 'resume-failed')
