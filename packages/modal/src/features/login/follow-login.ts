import { getConnection, type Kit, type Stop } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { Route } from '../../contract/route.ts'
import type { RouterState } from '../../contract/router.ts'
import type { ViewModal } from '../../contract/view.ts'
import { approvalOf, keepApproval } from './approval.ts'
import { authOf } from './auth-of.ts'

/**
 * Changes the route when a login reaches another step, or an approval waits. `follow-kit.ts` does
 * this for all other state; this feature is loaded later.
 */
export function followLogin({
  kit,
  modal,
  getState,
  open,
  refresh,
}: {
  readonly kit: Kit
  readonly modal: Pick<
    ViewModal,
    'push' | 'replace' | 'reset' | 'back' | 'close' | 'connect' | 'toast'
  >
  readonly getState: () => { readonly router: RouterState }
  readonly open: (route: Route) => unknown
  readonly refresh: () => void
}): Stop {
  const getRoute = (): Route | null => {
    const { open: isOpen, history } = getState().router
    return (isOpen && history.at(-1)?.route) || null
  }
  let stopWatching: Stop | undefined
  /** Whether this code has opened the dialog to show a request that waits for approval. */
  let hasOpenedDialog = false
  const showApproval = (): void => {
    const approval = approvalOf(kit)
    const route = getRoute()
    const isApprovalShown = route?.view === 'ApproveTransaction'
    if (approval && !isApprovalShown) {
      hasOpenedDialog = route === null
      if (hasOpenedDialog) open({ view: 'ApproveTransaction' })
      else modal.push({ view: 'ApproveTransaction' })
    } else if (!approval && isApprovalShown) {
      if (hasOpenedDialog) modal.close()
      else modal.back()
    }
    refresh()
  }
  /**
   * The vault ended the session: shows why, and asks the visitor to log in again if a dialog was
   * open.
   */
  const announceSessionEnd = (code: ErrorCode): void => {
    if (getRoute()) modal.reset({ view: 'Connect' })
    import('../../words/en/errors.ts').then(
      ({ errorWords }) => modal.toast({ variant: 'error', text: errorWords[code] }),
      () => {},
    )
  }
  const handleVaultEvents = (): void => {
    const auth = stopWatching ? undefined : authOf(kit)?.auth
    stopWatching ??= auth?.watch((event) => {
      if (event.type === 'approval') {
        keepApproval(kit, event.approval)
        showApproval()
      } else {
        if (event.type === 'session' && event.code) announceSessionEnd(event.code)
        refresh()
      }
    })
  }
  let hasContinuedLogin = false
  /**
   * Opens the dialog and continues a social login, when the visitor has come back from the vault in
   * this tab and must act again.
   */
  const continueLogin = (): void => {
    const loginConnector = authOf(kit)
    const social = loginConnector?.auth.waiting()
    if (!loginConnector || !social || social === 'email' || social === 'farcaster' || getRoute())
      return
    const { id: connector } = loginConnector
    if (hasContinuedLogin || getConnection(kit, { connector }).status !== 'idle') return
    // A login is continued only once: if the visitor then closes the dialog, the login is cancelled
    // and not continued again.
    hasContinuedLogin = true
    open({ view: 'Connect' })
    modal.connect(connector, undefined, { view: 'ConnectingSocial', connector, social })
  }
  handleVaultEvents()
  continueLogin()
  const stopFollowing = kit.watch((event) => {
    handleVaultEvents()
    if (event.type === 'resume-failed' || event.type === 'connect-cancelled') continueLogin()
    if (event.type !== 'connect-prompted' || event.prompt.kind !== 'login') return
    const route = getRoute()
    if (!route || !('connector' in route) || route.connector !== event.connector) return
    const nextRoute = stepRouteOf(event.prompt.step, route)
    if (nextRoute.view !== route.view) modal.replace(nextRoute)
  })
  return () => {
    stopFollowing()
    stopWatching?.()
  }
}

/**
 * The view of a login step. While the login waits for a window, or for a code on a phone, the view
 * that started it stays.
 */
function stepRouteOf(
  step: Exclude<LoginStep, { step: 'connected' }>,
  currentRoute: Route & { readonly connector: string },
): Route {
  const { connector } = currentRoute
  if (step.step === 'recover') return { view: 'EmailRecover', connector }
  if (step.step !== 'code') return currentRoute
  const { email } = step
  return {
    view: step.purpose === 'device' ? 'EmailVerifyDevice' : 'EmailVerifyOtp',
    connector,
    email,
  }
}
