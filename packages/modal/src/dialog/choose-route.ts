import { getAccount, type Kit } from '@latchkey/core'
import type { OpenParameters } from '../contract/modal.ts'
import type { Route } from '../contract/route.ts'
import { isPhone } from '../shared/is-phone.ts'

/**
 * The first view: the one asked for, else Account, else Connect. Without adapters: the list on a
 * phone, else the QR code.
 */
export function chooseRoute(kit: Kit, view: OpenParameters['view']): Route {
  if (typeof view === 'object') return view
  if (view) return { view } as Route
  if (getAccount(kit).account) return { view: 'Account' }
  if (kit.options.adapters.length > 0) return { view: 'Connect' }
  const isList = isPhone() || !kit.options.transports?.length
  return { view: isList ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
}
