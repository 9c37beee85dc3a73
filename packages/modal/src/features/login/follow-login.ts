import { getConnection, type Kit, type Stop } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { Route } from '../../contract/route.ts'
import type { RouterState } from '../../contract/router.ts'
import type { ViewModal } from '../../contract/view.ts'
import { approvalOf, keepApproval } from './approval.ts'
import { authOf } from './auth-of.ts'

/**
 * Moves the route when a sign-in goes on to another step, or something waits for an approval: what
 * `flow.ts` does for everything else, here since it comes late.
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
  let leave: Stop | undefined
  /** The dialog was closed before the approval. */
  let isOurs = false
  const showApproval = (): void => {
    const approval = approvalOf(kit)
    const route = getRoute()
    const isShown = route?.view === 'ApproveTransaction'
    if (approval && !isShown) {
      isOurs = route === null
      if (isOurs) open({ view: 'ApproveTransaction' })
      else modal.push({ view: 'ApproveTransaction' })
    } else if (!approval && isShown) {
      if (isOurs) modal.close()
      else modal.back()
    }
    refresh()
  }
  /** The vault ended it: says why, and whoever was about something is asked to sign in again. */
  const tellEnd = (code: ErrorCode): void => {
    if (getRoute()) modal.reset({ view: 'Connect' })
    import('../../words/en/errors.ts').then(
      ({ errorWords }) => modal.toast({ variant: 'error', text: errorWords[code] }),
      () => {},
    )
  }
  const hearVault = (): void => {
    const auth = leave ? undefined : authOf(kit)?.auth
    leave ??= auth?.watch((event) => {
      if (event.type === 'approval') {
        keepApproval(kit, event.approval)
        showApproval()
      } else {
        if (event.type === 'session' && event.code) tellEnd(event.code)
        refresh()
      }
    })
  }
  /**
   * Back from the vault in this tab, and needed once more: the dialog says so by itself, and goes
   * on.
   */
  let isBack = false
  const goOn = (): void => {
    const found = authOf(kit)
    const social = found?.auth.waiting()
    if (!found || !social || social === 'email' || social === 'farcaster' || getRoute()) return
    const { id: connector } = found
    if (isBack || getConnection(kit, { connector }).status !== 'idle') return
    // Whoever leaves it then does not want it.
    isBack = true
    open({ view: 'Connect' })
    modal.connect(connector, undefined, { view: 'ConnectingSocial', connector, social })
  }
  hearVault()
  goOn()
  const stop = kit.watch((event) => {
    hearVault()
    if (event.type === 'resume-failed' || event.type === 'connect-cancelled') goOn()
    if (event.type !== 'connect-prompted' || event.prompt.kind !== 'login') return
    const route = getRoute()
    if (!route || !('connector' in route) || route.connector !== event.connector) return
    const next = routeOf(event.prompt.step, route)
    if (next.view !== route.view) modal.replace(next)
  })
  return () => {
    stop()
    leave?.()
  }
}

/**
 * The view of a step; where a window or a code for a phone is waited for, the one that began it.
 */
function routeOf(
  step: Exclude<LoginStep, { step: 'connected' }>,
  present: Route & { readonly connector: string },
): Route {
  const { connector } = present
  if (step.step === 'recover') return { view: 'EmailRecover', connector }
  if (step.step !== 'code') return present
  const { email } = step
  return {
    view: step.purpose === 'device' ? 'EmailVerifyDevice' : 'EmailVerifyOtp',
    connector,
    email,
  }
}
