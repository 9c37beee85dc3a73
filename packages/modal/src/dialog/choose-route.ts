import { getAccount, isPhone, type Kit } from '@latchkey/core'
import type { OpenParameters } from '../contract/modal.ts'
import type { Route } from '../contract/route.ts'

/**
 * Chooses the first view: the requested one, else Account when an account is connected, else
 * Connect. When the kit has no adapters, Connect is replaced by the list of all wallets or, on a
 * computer with a transport, by the QR code.
 */
export function chooseRoute(kit: Kit, view: OpenParameters['view']): Route {
  if (typeof view === 'object') return view
  if (view) return { view } as Route
  if (getAccount(kit).account) return { view: 'Account' }
  if (kit.options.adapters.length > 0) return { view: 'Connect' }
  const isList = isPhone() || !kit.options.transports?.length
  return { view: isList ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
}
