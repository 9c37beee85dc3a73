import { getAccount, type Kit } from '@latchkey/core'
import type { OpenParameters } from './modal.ts'
import type { Route } from './route.ts'

/** Where the dialog opens (requirement B2): the view asked for, else Account, else Connect; without adapters the list. */
export function chooseRoute(kit: Kit, view: OpenParameters['view']): Route {
  const account = Object.keys(kit.adapters).length > 0 ? getAccount(kit).account : undefined
  if (typeof view === 'object') return view
  if (view) return { view }
  if (account) return { view: 'Account' }
  return { view: Object.keys(kit.adapters).length === 0 ? 'AllWallets' : 'Connect' }
}
