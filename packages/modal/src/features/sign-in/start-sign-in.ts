import {
  disconnect,
  getAccount,
  note,
  prepareSignIn,
  type SignInRequest,
  signIn,
} from '@latchkey/core'
import { followSignIn, inside } from '@latchkey/core/inside'
import { type AccountId, type ErrorCode, hasCode, namespaceOf } from '@latchkey/protocol'
import type { SignInFlow, SignInScope } from '../../contract/sign-in-flow.ts'
import type { DialogContext, ViewModal } from '../../contract/view.ts'
import { isConnecting } from '../../contract/views.ts'

type Dialog = Pick<DialogContext, 'kit' | 'getState' | 'subscribe' | 'open' | 'refresh'> & {
  readonly modal: Pick<ViewModal, 'close'>
}

/**
 * Starts the feature that asks connected visitors to sign in. It shows its view when the kit's
 * state is `asking` without a wallet being asked, holds the state of that view, and continues once
 * the visitor is signed in.
 */
export function startSignIn({
  kit,
  modal,
  getState,
  subscribe,
  open,
  refresh,
}: Dialog): SignInScope {
  let flow: SignInFlow = { status: 'preparing' }
  let goOn: (() => void) | undefined
  /** Whether a connect has ended and its sign-in is still to be decided. */
  let isWaiting = false
  let controller: AbortController | undefined

  const setFlow = (next: SignInFlow): void => {
    flow = next
    refresh()
  }
  const isShown = (): boolean => {
    const { open: isOpen, history } = getState().router
    // An approval of the embedded wallet is shown above this view, so the whole history is
    // searched.
    return isOpen && history.some(({ route }) => route.view === 'SignIn')
  }
  const isAsked = (): boolean => {
    const { signIn: state } = kit.getState()
    return state.status === 'asking' && !state.isInWallet
  }
  const showView = (): void => {
    const { open: isOpen } = getState().router
    // A visitor who has closed the dialog meanwhile is asked to sign in only where that is
    // required.
    if (isWaiting && !isOpen && !kit.options.signIn?.required) {
      isWaiting = false
      leave()
    } else {
      isWaiting = false
      if (!isShown()) open({ view: 'SignIn' })
    }
  }
  const finish = (): void => {
    isWaiting = false
    const next = goOn
    goOn = undefined
    if (next) next()
    else if (isShown()) modal.close()
  }
  /** The account that is asked to sign in; undefined when no wallet is connected. */
  const askedAccount = (): AccountId | undefined => {
    const { signIn: state } = kit.getState()
    const asked = state.status === 'asking' ? state.account : flow.request?.account
    const namespace = asked && namespaceOf(asked)
    return getAccount(kit, { namespace }).account ?? getAccount(kit).account
  }

  async function prepare(error?: ErrorCode): Promise<void> {
    const account = askedAccount()
    if (account === undefined) return
    const own = new AbortController()
    controller?.abort()
    controller = own
    setFlow({ status: 'preparing', ...(error && { error }) })
    const next = await prepareSignIn(kit, { namespace: namespaceOf(account) }).then(
      (request): SignInFlow => ({ status: 'ready', request, ...(error && { error }) }),
      (failure): SignInFlow => ({
        status: 'ready',
        error: error ?? codeOf(failure),
        ...(hasCode(failure, 'sign-in-failed') && { isUnsafe: true }),
      }),
    )
    if (!own.signal.aborted) setFlow(next)
  }

  async function askWallet(request: SignInRequest): Promise<void> {
    const own = new AbortController()
    controller?.abort()
    controller = own
    setFlow({ status: 'waiting', request })
    try {
      await signIn(kit, { request, signal: own.signal })
    } catch (failure) {
      if (own.signal.aborted || !isShown()) return
      const error = codeOf(failure)
      // A text that the visitor declined can still be signed later. After any other error a new
      // text is needed.
      if (error === 'user-rejected') setFlow({ status: 'ready', request, error })
      else await prepare(error)
    }
  }

  /**
   * Runs when the view has been left in whatever way: the visitor is no longer asked to sign in.
   */
  function leave(): void {
    controller?.abort()
    controller = undefined
    goOn = undefined
    flow = { status: 'preparing' }
    if (isAsked()) kit[inside].dispatch({ type: 'sign-in-dropped' })
  }

  let wasShown = false
  const followView = (): void => {
    const shown = isShown()
    if (shown === wasShown) return
    wasShown = shown
    if (shown) void prepare()
    else leave()
  }

  const stopWatching = kit.watch((event) => {
    switch (event.type) {
      case 'signed-in':
        if (isWaiting || isShown()) finish()
        return
      case 'sign-in-asked': {
        const { open: isOpen, history } = getState().router
        const view = history.at(-1)?.route.view
        if (event.isInWallet) return
        // While a connect is going on, the view is not shown here but by `ask`, once the connect
        // has ended.
        const isTurn = isWaiting || !isOpen || view === undefined || !isConnecting(view)
        if (isTurn) showView()
        return
      }
      case 'session-changed':
      case 'connect-granted':
        if (isShown() && flow.request && askedAccount() !== flow.request.account) void prepare()
        return
      case 'disconnected':
      case 'session-ended':
        if (isShown() && askedAccount() === undefined) modal.close()
        return
    }
  })
  const stopFollowing = subscribe(followView)
  const { open: isOpenNow, history: historyNow } = getState().router
  const viewNow = historyNow.at(-1)?.route.view
  // The visitor may have been asked to sign in before this code was loaded.
  if (isAsked() && !(isOpenNow && viewNow !== undefined && isConnecting(viewNow))) showView()

  return {
    getFlow: () => flow,
    ask: async (next) => {
      goOn = next
      isWaiting = true
      await followSignIn(kit)
      // The connect continues in the same turn of the event loop. Only after that does the state
      // say whether a sign-in is asked for.
      await new Promise((resolve) => setTimeout(resolve))
      if (!isWaiting) return
      const { status } = kit.getState().signIn
      if (isAsked()) showView()
      else if (status !== 'asking') finish()
    },
    sign: () => {
      const { request } = flow
      if (flow.status !== 'ready') return
      if (!request || isTooOld(request)) return void prepare()
      note(kit, { type: 'sign-in-pressed', account: request.account })
      void askWallet(request)
    },
    cancel: () => {
      const account = askedAccount()
      controller?.abort()
      goOn = undefined
      if (account !== undefined) note(kit, { type: 'sign-in-cancelled', account })
      const connector = account && getAccount(kit, { namespace: namespaceOf(account) }).connectorId
      if (kit.options.signIn?.required && connector !== undefined)
        // The connection ends on this page at once, even if the wallet does not answer.
        disconnect(kit, { connector }).catch(() => {})
      modal.close()
    },
    stop: () => {
      controller?.abort()
      stopWatching()
      stopFollowing()
    },
  }
}

function isTooOld({ expiresAt }: SignInRequest): boolean {
  return expiresAt <= Date.now()
}

function codeOf(error: unknown): ErrorCode {
  return hasCode(error) ? error.code : 'unknown'
}
