import { getAccount, isPhone, type Kit } from '@latchkey/core'
import type { OpenParameters } from '../contract/modal.ts'
import type { Route } from '../contract/route.ts'

/**
 * Chooses the first view: the requested one; else Account when an account is connected, or SignIn
 * when the site requires a sign-in that is missing; else Connect. When the kit has no adapters,
 * Connect is replaced by the list of all wallets or, on a computer with a transport, by the QR
 * code.
 */
export function chooseRoute(kit: Kit, view: OpenParameters['view']): Route {
  if (typeof view === 'object') return view
  if (view) return { view } as Route
  if (getAccount(kit).account) return { view: mustSignIn(kit) ? 'SignIn' : 'Account' }
  if (kit.options.adapters.length > 0) return { view: 'Connect' }
  const isList = isPhone() || !kit.options.transports?.length
  return { view: isList ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
}

/** Whether the owner requires a sign-in and the connected visitor is not signed in. */
function mustSignIn(kit: Kit): boolean {
  const { status } = kit.getState().signIn
  return kit.options.signIn?.required === true && (status === 'signed-out' || status === 'asking')
}
